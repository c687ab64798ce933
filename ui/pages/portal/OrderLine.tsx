/** The beginning of every card of the home page: what was ordered and where, as a link that opens the order's panel. */
import { Link } from '@tanstack/react-router'
import { useVocabulary } from '../../metadata.ts'
import { listPath, type Order } from './overview.ts'

/** `Opony osobowe · 3 t`, `Kontener 7 m³ × 2`. A single vehicle has no number. */
export function useOrdered(): (order: Order) => string {
  const types = useVocabulary('catalogue.orderType')?.members
  return ({ type, orderTypeItemName: item, quantity }) => {
    if (types?.find(({ code }) => code === type)?.name === 'tonnage') return `${item} · ${quantity}\u00a0t`
    return quantity > 1 ? `${item} ×\u00a0${quantity}` : item
  }
}

export function OrderLine({ order }: { readonly order: Order }) {
  const ordered = useOrdered()
  const { id, number, receptionPlace } = order
  return (
    <>
      <h3>
        <Link to={listPath} search={{ row: id, panel: id }} className="portal-order-link whole-card">
          {ordered(order)}
        </Link>
      </h3>
      <p className="portal-place">{receptionPlace}</p>
      <p className="portal-number tabular">{number}</p>
    </>
  )
}

/** Cards in place of orders that are loading. */
export function LoadingOrders({ count }: { readonly count: number }) {
  return (
    <ul className="portal-orders" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity
        <li key={index} className="card portal-order portal-loading">
          <span className="skeleton-bar" />
          <span className="skeleton-bar" />
          <span className="skeleton-bar" />
        </li>
      ))}
    </ul>
  )
}
