//! A picture in memory: what the rasteriser paints into and what a caller saves.
//!
//! Deliberately absent: reading pictures, and writing them anywhere but into memory.

use std::ops::Range;

use egui::Color32;

/// An image of at least one pixel, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Red, green, blue and alpha of each pixel; the colours are premultiplied by alpha, as egui's are.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// A picture in one colour. An empty size becomes one pixel, since no image format has a place for less.
    pub fn filled([width, height]: [u32; 2], colour: Color32) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let rgba = colour.to_array().repeat(width as usize * height as usize);
        Self { width, height, rgba }
    }

    /// The colour of a pixel, or nothing beyond the edge.
    pub fn pixel(&self, x: u32, y: u32) -> Option<Color32> {
        let start = self.offset(i64::from(x), i64::from(y))?;
        match self.rgba.get(start..start + 4)? {
            &[red, green, blue, alpha] => Some(Color32::from_rgba_premultiplied(red, green, blue, alpha)),
            _ => None,
        }
    }

    /// The picture as a PNG file. The file holds plain colours, not premultiplied ones, as the format asks.
    pub fn to_png(&self) -> Vec<u8> {
        let encoded = self.encode();
        debug_assert!(encoded.is_ok(), "a picture of a real size fits a PNG: {encoded:?}");
        encoded.unwrap_or_default()
    }

    fn encode(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.unmultiplied())?;
        writer.finish()?;
        Ok(file)
    }

    fn unmultiplied(&self) -> Vec<u8> {
        let mut plain = self.rgba.clone();
        for pixel in plain.chunks_exact_mut(4) {
            if let [red, green, blue, alpha @ 0..=254] = *pixel {
                let colour = Color32::from_rgba_premultiplied(red, green, blue, alpha);
                pixel.copy_from_slice(&colour.to_srgba_unmultiplied());
            }
        }
        plain
    }

    /// The bytes of a run of pixels in one row, or nothing where the run is empty or leaves the picture.
    pub(super) fn row_mut(&mut self, y: i64, columns: Range<i64>) -> Option<&mut [u8]> {
        if columns.is_empty() {
            return None;
        }
        let (first, last) = (self.offset(columns.start, y)?, self.offset(columns.end - 1, y)?);
        self.rgba.get_mut(first..last + 4)
    }

    fn offset(&self, x: i64, y: i64) -> Option<usize> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        (x < self.width && y < self.height).then(|| (y as usize * self.width as usize + x as usize) * 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(file: &[u8]) -> (u32, u32, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut rgba = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut rgba).unwrap();
        (info.width, info.height, rgba)
    }

    #[test]
    fn a_png_holds_the_same_pixels() {
        let mut picture = Picture::filled([3, 2], Color32::from_rgb(1, 2, 3));
        picture.row_mut(1, 2..3).unwrap().copy_from_slice(&[9, 8, 7, 255]);
        let (width, height, rgba) = decode(&picture.to_png());
        assert_eq!((width, height, rgba), (3, 2, picture.rgba));
    }

    #[test]
    fn a_png_holds_plain_colours() {
        let picture = Picture::filled([1, 1], Color32::from_rgba_premultiplied(64, 0, 0, 128));
        let (_, _, rgba) = decode(&picture.to_png());
        assert!(matches!(rgba[..], [127..=128, 0, 0, 128]), "{rgba:?}");
    }

    #[test]
    fn an_empty_size_is_one_pixel() {
        let picture = Picture::filled([0, 0], Color32::WHITE);
        assert_eq!((picture.width, picture.height, picture.rgba.len()), (1, 1, 4));
        assert!(!picture.to_png().is_empty());
    }

    #[test]
    fn beyond_the_edge_there_is_nothing() {
        let mut picture = Picture::filled([3, 2], Color32::WHITE);
        assert_eq!(picture.pixel(3, 0), None);
        assert_eq!(picture.pixel(0, 2), None);
        assert_eq!(picture.row_mut(0, 2..4), None);
        assert_eq!(picture.row_mut(-1, 0..1), None);
        assert_eq!(picture.row_mut(0, 1..1), None);
    }
}
