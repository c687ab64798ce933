/**
 * Photos are made smaller before they are sent: a phone's are several megabytes, which take half a minute on a slow connection. Drawing
 * them anew also drops what the camera wrote into the file, such as where it was taken.
 */
import type { FileExtension } from '../../../src/contract/files.ts'
import { photoFiles } from '../../../src/contract/files.ts'

/** The longest side of a photo that is sent, in pixels. */
const longestSide = 1600
/** Of JPEG, from 0 to 1. */
const quality = 0.85

/** Whether a field takes photos and nothing else. */
export const takesPhotos = (types: readonly FileExtension[]): boolean =>
  types.length > 0 && types.every(type => photoFiles.includes(type))

/** Width and height of a photo as it is sent: with the same proportions, no side over `longestSide`, and never larger than it is. */
function sentSize(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The name of the file as a JPEG. */
const jpegName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}.jpg`

/** The photo as a JPEG of at most `longestSide` pixels, upright; a file that the browser cannot read as a picture stays as it is. */
export async function smallerPhoto(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return file
  const canvas = document.createElement('canvas')
  Object.assign(canvas, sentSize(picture.width, picture.height))
  const paper = canvas.getContext('2d')
  if (paper) {
    // JPEG has no transparency: what is transparent would be black
    paper.fillStyle = '#fff'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.imageSmoothingQuality = 'high'
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  picture.close()
  const bytes = paper && (await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', quality)))
  return bytes ? new File([bytes], jpegName(file.name), { type: 'image/jpeg', lastModified: file.lastModified }) : file
}
