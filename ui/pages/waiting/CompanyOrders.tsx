/** The orders of a company that may not order any more, the newest first: they are read, and nothing can be done with them. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { VocabularyMetadata } from '../../../src/contract/vocabulary.ts'
import { Failed } from '../../elements/states.tsx'
import { useLanguage, useText } from '../../i18n.ts'
import { learnVocabularies, useVocabulary } from '../../metadata.ts'
import { Value, weekdayText } from '../../parts/values/formats.tsx'
import { read } from '../../query.ts'
import { LoadingOrders, useOrdered } from '../portal/OrderLine.tsx'
import { type Order, resourceType } from '../portal/overview.ts'
import { useOwedText } from '../portal/owedText.ts'
import '../../parts/list/grid/cards.css'
import '../portal/portal.css'
import './companyOrders.css'

const statusSchema = { type: 'integer', vocabulary: 'orders.status' } as const

export default function CompanyOrders() {
  const t = useText()
  const id = useId()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [resourceType, 'ofShutCompany'],
    queryFn: async ({ pageParam, signal }) => {
      const answer = (await read('/api/Dashboard/client/orders', { page: pageParam }, { signal })).data
      learnVocabularies(answer.vocabularies as unknown as readonly VocabularyMetadata[])
      return answer
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, { rows }) => sum + rows.length, 0) < last.total ? pages.length + 1 : undefined
  })
  const orders = data?.pages.flatMap(({ rows }) => rows as unknown as readonly Order[])
  return (
    <section className="company-orders" aria-labelledby={id} aria-busy={!orders && !error}>
      <h2 id={id}>{t('orders.ofShut.title')}</h2>
      {error && !orders && <Failed error={error} retry={() => void refetch()} />}
      {!error && !orders && <LoadingOrders count={2} />}
      {orders?.length === 0 && <p className="portal-note">{t('orders.ofShut.none')}</p>}
      {orders && orders.length > 0 && (
        <ul className="portal-orders">
          {orders.map(order => (
            <li key={order.id} className="card portal-order">
              <ReadOrder order={order} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <button
          type="button"
          className="button wide"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('orders.ofShut.more')}
        </button>
      )}
    </section>
  )
}

/** The day that counts in this state, and its message key. */
function dayOf(name: string | undefined, order: Order): readonly [label: string, day: string | null] {
  if (name === 'completed' || name === 'invoiced')
    return ['orders.order.receivingDate', order.receivingDate ?? order.finishedAt]
  if (name === 'inProgress') return ['orders.order.realizationDate', order.realizationDate]
  return ['orders.order.createdAt', order.createdAt]
}

function ReadOrder({ order }: { readonly order: Order }) {
  const t = useText()
  const language = useLanguage()
  const ordered = useOrdered()
  const owedText = useOwedText()
  const members = useVocabulary('orders.status')?.members
  const status = members?.find(({ code }) => code === order.currentStatus)?.name
  const [label, day] = dayOf(status, order)
  const facts = [
    ...(status === 'canceled' ? [] : [owedText(order)]),
    ...(order.kpo === null ? [] : [`${t('orders.order.kpo')}: ${order.kpo}`]),
    ...(order.invoiceNumber === null ? [] : [`${t('orders.order.invoiceNumber')}: ${order.invoiceNumber}`])
  ]
  return (
    <>
      <h3>{ordered(order)}</h3>
      <p className="portal-place">{order.receptionPlace}</p>
      <p className="portal-number tabular">{order.number}</p>
      <p className="portal-next">
        <Value schema={statusSchema} value={order.currentStatus} />
        {day && (
          <span>
            {t(label)}: {weekdayText(language, day)}
          </span>
        )}
      </p>
      {facts.length > 0 && (
        <ul className="company-order-facts tabular">
          {facts.map(fact => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
    </>
  )
}
