import { vocabulary } from '../../../src/contract/vocabulary.ts'

/** The languages of the report: three of the six. */
export const ReportLanguage = vocabulary('orders.reportLanguage', {
  polish: { code: 1 },
  english: { code: 2 },
  german: { code: 3 }
})
