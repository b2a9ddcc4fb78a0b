//! Egui's output as a picture: keeps the textures egui hands out and paints its meshes with them.
//!
//! Deliberately absent: running the user interface (see `draw`), and anything that depends on the machine.

use std::collections::HashMap;

use egui::epaint::{ClippedPrimitive, ImageData, Mesh, Primitive};
use egui::{Color32, Rect, TextureId, TexturesDelta};

use super::nearest;
use super::picture::Picture;
use super::texture::Texture;
use super::triangle::{Clip, Triangle};

/// Paints egui's output on the CPU.
#[derive(Default)]
pub struct CpuRenderer {
    textures: HashMap<TextureId, Texture>,
    /// Textures egui has given up; the frame that says so may still paint with them.
    retired: Vec<TextureId>,
}

impl CpuRenderer {
    /// Takes over what a frame changed in the textures. Call it for every frame, also for those not painted.
    ///
    /// The delta is empty afterwards: egui panics in debug builds when one is dropped that nobody took over.
    pub fn apply(&mut self, delta: &mut TexturesDelta) {
        for id in self.retired.drain(..) {
            self.textures.remove(&id);
        }
        // In any order: each texture's changes touch that texture only.
        delta.set.drain().for_each(|(id, changes)| {
            for change in changes {
                let ImageData::Color(image) = &change.image;
                match change.pos {
                    None => {
                        self.textures.insert(id, Texture::new(image, change.options));
                    }
                    Some(place) => {
                        if let Some(texture) = self.textures.get_mut(&id) {
                            texture.patch(image, place);
                        }
                    }
                }
            }
        });
        self.retired.extend(delta.free.drain());
    }

    /// Paints what [`egui::Context::tessellate`] made of a frame, over `background`, on `size` pixels.
    ///
    /// A mesh whose texture is unknown is left out, as is a paint callback.
    pub fn paint(
        &self,
        size: [u32; 2],
        pixels_per_point: f32,
        background: Color32,
        primitives: &[ClippedPrimitive],
    ) -> Picture {
        let mut picture = Picture::filled(size, background);
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            let Primitive::Mesh(mesh) = primitive else { continue };
            let Some(texture) = self.textures.get(&mesh.texture_id) else {
                continue;
            };
            let clip = clip_pixels(*clip_rect, pixels_per_point, &picture);
            if clip.left < clip.right && clip.top < clip.bottom {
                paint_mesh(&mut picture, mesh, texture, clip, pixels_per_point);
            }
        }
        picture
    }
}

/// Rounds a clip rectangle to whole pixels of the picture, the way egui's own painters do.
fn clip_pixels(clip: Rect, pixels_per_point: f32, picture: &Picture) -> Clip {
    let within = |points: f32, size: u32| nearest(points * pixels_per_point).clamp(0, i64::from(size));
    Clip {
        left: within(clip.min.x, picture.width),
        top: within(clip.min.y, picture.height),
        right: within(clip.max.x, picture.width),
        bottom: within(clip.max.y, picture.height),
    }
}

fn paint_mesh(picture: &mut Picture, mesh: &Mesh, texture: &Texture, clip: Clip, pixels_per_point: f32) {
    let corner = |index: u32| mesh.vertices.get(index as usize).copied();
    for indices in mesh.indices.chunks_exact(3) {
        let &[a, b, c] = indices else { continue };
        let (Some(a), Some(b), Some(c)) = (corner(a), corner(b), corner(c)) else {
            continue;
        };
        if let Some(triangle) = Triangle::new([a, b, c], pixels_per_point) {
            triangle.paint(picture, texture, clip);
        }
    }
}
