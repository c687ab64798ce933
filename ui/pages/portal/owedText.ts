/** What a completed order costs, net. Of an order by the tonne, what follows from the weighed tonnes; before, the price of one. */
import { useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import type { Order } from './overview.ts'

const money = { type: 'number', format: 'money' } as const
const tonnes = { type: 'number', format: 'tonnes' } as const

export function useOwedText(): (order: Order) => string {
  const t = useText()
  const context = useFormatContext()
  const types = useVocabulary('catalogue.orderType')?.members
  return ({ type, netPrice, netOwed, tonnage }) => {
    const amount = textOf(context, money, netOwed)
    if (types?.find(({ code }) => code === type)?.name !== 'tonnage') return t('orders.overview.cost.net', { amount })
    if (netOwed === null) {
      return t('orders.overview.cost.net', { amount: textOf(context, { ...money, unit: 'perTonne' }, netPrice) })
    }
    const price = textOf(context, money, netPrice)
    return t('orders.overview.owed.weighed', { tonnes: textOf(context, tonnes, tonnage), price, amount })
  }
}
