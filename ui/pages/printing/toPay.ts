/** What is to be paid for a printed order, gross. The price of one tonne never stands for the amount. */
import type { Text } from '../../i18n.ts'
import { type FormatContext, textOf } from '../../parts/values/formats.tsx'
import type { Sheet } from './routes.ts'

const money = { type: 'number', format: 'money' } as const
const tonnes = { type: 'number', format: 'tonnes' } as const

type Priced = Pick<Sheet['details'], 'perTonne' | 'tonnage' | 'grossOwed'>

/**
 * `723,60 zł`; of an order by the tonne `486,00 zł brutto za tonę, do zapłaty po zważeniu`, and once it is weighed what follows from the
 * tonnes.
 */
export function toPayText(t: Text, context: FormatContext, { perTonne, tonnage, grossOwed }: Priced): string {
  const amount = (value: number): string => textOf(context, money, value)
  if (!perTonne) return amount(grossOwed ?? 0)
  if (grossOwed === null) return t('paper.perTonne', { gross: amount(perTonne.gross) })
  const of = { tonnes: textOf(context, tonnes, tonnage), net: amount(perTonne.net) }
  return t('paper.weighed', { gross: amount(grossOwed), ...of })
}
