/** Counts, each with a link to the list of the counted things. */
import { Link } from '@tanstack/react-router'
import type { Tone } from '../../../src/contract/vocabulary.ts'
import { useIntl } from '../../i18n.ts'

interface Need {
  readonly label: string
  readonly count: number
  readonly icon: string
  /** The tone if the count is not zero. */
  readonly tone: Tone
  readonly search: Readonly<Record<string, string>>
}

export function Needs({ to, needs }: { readonly to: string; readonly needs: readonly Need[] }) {
  const intl = useIntl()
  return (
    <ul className="dash-needs">
      {needs.map(({ label, count, icon, tone, search }) => (
        <li key={label}>
          <Link to={to} search={search} className="dash-need">
            <i className={`pi pi-${icon} dash-mark tone-${count > 0 ? tone : 'neutral'}`} aria-hidden />
            <span>{label}</span>
            <strong className="tabular dash-amount">{intl.formatNumber(count)}</strong>
            <i className="pi pi-arrow-right" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}
