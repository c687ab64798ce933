/** Papers as PDF, in a font with the letters of the six languages. */
import { readFileSync } from 'node:fs'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import PDFDocument from 'pdfkit'
import type { Language } from '../../contract/languages.ts'
import { attachment } from './download.ts'

export type PdfDocument = InstanceType<typeof PDFDocument>

/** Schema of the answer of a route that sends a PDF. */
export const PdfFile: TSchema = Type.Unsafe<unknown>({
  description: 'The file',
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
})

/** Colours of texts and lines. */
export const paperColours = { ink: '#1c1917', quiet: '#57534e', line: '#d6d3d1', warning: '#b91c1c' } as const

const font = (name: string): Buffer => readFileSync(new URL(`./fonts/inter-${name}.ttf`, import.meta.url))
let fonts: { readonly regular: Buffer; readonly bold: Buffer } | undefined
/** Read at the first paper. */
const readFonts = () => {
  fonts ??= { regular: font('regular'), bold: font('semibold') }
  return fonts
}

/** Sizes are in points. */
interface PdfOptions {
  readonly size: readonly [width: number, height: number]
  readonly margin: number
  readonly language: Language
  readonly title: string
  readonly author: string
  readonly createdAt: Date
}

/** The file, as `draw` fills it by the fonts `regular` and `bold`; all of its pages can be returned to until the end. */
export async function writePdf(options: PdfOptions, draw: (doc: PdfDocument) => void | Promise<void>): Promise<Buffer> {
  const { size, margin, language, title, author, createdAt } = options
  const { regular, bold } = readFonts()
  const doc = new PDFDocument({
    size: [...size],
    margin,
    bufferPages: true,
    font: null as never,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: createdAt }
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))
  doc.registerFont('regular', regular).registerFont('bold', bold)
  await draw(doc)
  doc.end()
  await ended
  return Buffer.concat(parts)
}

/** Sends a PDF as a file to save; `fileName` has its ending, and may have any characters. */
export const sendPdf = (reply: FastifyReply, fileName: string, file: Uint8Array): FastifyReply =>
  reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', attachment(fileName))
    .header('cache-control', 'private, no-store')
    .send(Buffer.from(file))
