/** A statement as a PDF and as a spreadsheet, written again from the rows that it keeps, so that each copy says the same. */
import { SheetFile, sendSheet } from '../../../src/kernel/files/download.ts'
import { PdfFile, sendPdf } from '../../../src/kernel/files/pdf.ts'
import { defineRoute } from '../../../src/kernel/routes/route.ts'
import { statements } from '../statements/resource.ts'
import { pdfPath, sheetPath } from './links.ts'
import { type Paper, paperOf } from './paper.ts'
import { pdfOf } from './pdf.ts'
import { sheetHeadOf, sheetOf, sheetRows } from './sheet.ts'

const rateLimit = { max: 60, timeWindow: 60_000 }

const fileName = ({ say, statement }: Paper, ending: string): string =>
  `${say('fileName', { number: statement.number.replaceAll('/', '-') })}.${ending}`

export const paperRoutes = [
  defineRoute({
    url: pdfPath,
    access: statements.access,
    summary: 'A statement of masses as a PDF, with a QR code that leads to its public page',
    answer: PdfFile,
    rateLimit,
    securityEvent: { kind: 'exported' },
    run: async ({ services, caller, id, reply }) => {
      const paper = await paperOf(services, id, caller)
      return sendPdf(reply, fileName(paper, 'pdf'), await pdfOf(paper))
    }
  }),
  defineRoute({
    url: sheetPath,
    access: statements.access,
    summary: 'A statement of masses as a spreadsheet: its rows, then the sums by waste code and by place',
    answer: SheetFile,
    rateLimit,
    run: async ({ services, caller, id, reply }) => {
      const paper = await paperOf(services, id, caller)
      const sheet = { ...sheetOf(paper), head: sheetHeadOf(paper) }
      return sendSheet(reply, fileName(paper, 'xlsx'), sheet, sheetRows(paper))
    }
  })
]
