/**
 * `part:pricing.amount`: the amount to pay, as a text that changes with the form. For items per tonne it is the price of a tonne, with a
 * note that the amount is known after weighing, until the tonnes are filled in. If the order had another amount before, a note says which.
 */
import type { Amount } from '../../../src/contract/form.ts'
import { useText } from '../../i18n.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import './amount.css'

const money = { type: 'number', format: 'money' } as const

const tonnes = { type: 'number', format: 'tonnes' } as const

const isOther = (before: unknown, now: number): before is number => typeof before === 'number' && before !== now

export default function LineAmount({ id, value, reads }: FieldPartProps) {
  const t = useText()
  const context = useFormatContext()
  const text = (amount: number): string => textOf(context, money, amount)
  const before = reads.netBefore
  const amount = value as Amount | null | undefined
  if (!amount) {
    return (
      <output id={id} className="amount blank">
        –
      </output>
    )
  }
  const { netPrice, quantity, netValue, grossValue, isFlat, weighed } = amount
  const factor = isFlat ? weighed !== undefined && textOf(context, tonnes, weighed) : quantity > 1 && quantity
  const total = t('pricing.amount.total', { net: text(netValue), gross: text(grossValue) })
  return (
    <output id={id} className="amount tabular">
      {factor && (
        <span>
          {factor} × {text(netPrice)} ={' '}
        </span>
      )}
      <strong>{total}</strong>
      {isFlat && weighed === undefined && <span className="amount-note">{t('pricing.amount.weighed')}</span>}
      {weighed === undefined && isOther(before, netValue) && (
        <span className="amount-changed">
          <i className="pi pi-exclamation-triangle" aria-hidden />
          {t('pricing.amount.before', { net: text(before), gross: text(Number(reads.grossBefore)) })}
        </span>
      )}
    </output>
  )
}
