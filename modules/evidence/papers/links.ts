/** The buttons that fetch a statement as a file, for staff and for the client's administrators. */
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { statements } from '../statements/resource.ts'

export const pdfPath = `${statements.path}/:id/pdf`
export const sheetPath = `${statements.path}/:id/xlsx`

const linkTo = (name: string, icon: string, download: string) =>
  defineLink(statements, {
    name: `evidence.${name}`,
    selection: 'one',
    access: { ADMIN: {}, CLIENT_ADMIN: {} },
    ui: { icon },
    download
  })

export const fetchPdf = linkTo('fetchPdf', 'file-pdf', pdfPath)
export const fetchSheet = linkTo('fetchSheet', 'file-excel', sheetPath)
