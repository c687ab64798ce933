/** Photos before they are sent: drawn anew by the browser, smaller, upright, and without what the camera wrote into the file. */
import { describe, expect, it } from 'vitest'
import { smallerPhoto } from '../../../ui/parts/form/photo.ts'

/** A picture whose upper half is red and whose lower half is blue. */
async function drawn(width: number, height: number, type = 'image/jpeg'): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('The browser draws nothing')
  paper.fillStyle = '#f00'
  paper.fillRect(0, 0, width, height / 2)
  paper.fillStyle = '#00f'
  paper.fillRect(0, height / 2, width, height / 2)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('No picture'))), type)
  )
}

/** The JPEG as a camera that lies on its side writes it: to be turned by a quarter to the right. */
async function turned(jpeg: Blob): Promise<Blob> {
  // big-endian TIFF with one entry: tag 0x0112, orientation, short, 1 value, 6
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const exif = [...new TextEncoder().encode('Exif'), 0, 0, ...tiff]
  const segment = [0xff, 0xe1, 0, exif.length + 2, ...exif]
  const bytes = new Uint8Array(await jpeg.arrayBuffer())
  return new Blob([bytes.slice(0, 2), new Uint8Array(segment), bytes.slice(2)], { type: 'image/jpeg' })
}

async function seen(file: File) {
  const picture = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: picture.width, height: picture.height })
  const paper = canvas.getContext('2d')
  paper?.drawImage(picture, 0, 0)
  const at = (x: number, y: number): 'red' | 'blue' => {
    const [red = 0, , blue = 0] = paper?.getImageData(x, y, 1, 1).data ?? []
    return red > blue ? 'red' : 'blue'
  }
  return { width: picture.width, height: picture.height, at }
}

describe('a photo that is sent', () => {
  it('has no side over 1,600 pixels and is a JPEG', async () => {
    const sent = await smallerPhoto(new File([await drawn(4000, 3000, 'image/png')], 'przód.png'))
    expect([sent.name, sent.type]).toEqual(['przód.jpg', 'image/jpeg'])
    expect(await seen(sent)).toMatchObject({ width: 1600, height: 1200 })
  })

  it('stands upright, and says nothing of the camera', async () => {
    const photo = new File([await turned(await drawn(800, 600))], 'DCIM_1.JPG')
    const sent = await smallerPhoto(photo)
    const { width, height, at } = await seen(sent)
    expect([sent.name, width, height]).toEqual(['DCIM_1.jpg', 600, 800])
    // what was above is at the right once it is turned
    expect([at(550, 400), at(50, 400)]).toEqual(['red', 'blue'])
    expect(await photo.text()).toContain('Exif')
    expect(await sent.text()).not.toContain('Exif')
  })

  it('stays as it is where it is no picture', async () => {
    const file = new File(['nothing'], 'a.jpg')
    expect(await smallerPhoto(file)).toBe(file)
  })
})
