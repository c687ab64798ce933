/** The control `part:terms`: the acceptance of terms and price list, with links to them. Staff confirm that the client has accepted them. */
import { useQuery } from '@tanstack/react-query'
import type { Area } from '../../guards.ts'
import { useText } from '../../i18n.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import { read } from '../../query.ts'
import { area } from '../../session.ts'

/** The address of the terms of this installation; null if it has none; undefined while it is loading. */
const useTermsUrl = (): string | null | undefined =>
  useQuery({
    queryKey: ['companies', 'terms'],
    queryFn: () => read('/api/Companies/Terms', {}, { open: true }),
    staleTime: Number.POSITIVE_INFINITY
  }).data?.data.termsUrl

/** The sentence that is ticked. Where the installation has no terms, nobody accepts any: it asks for the price list alone. */
export function consentOf(termsUrl: string | null | undefined, where: Area): string {
  if (termsUrl === null) return where === 'admin' ? 'registration.priceList.staff' : 'registration.priceList.accept'
  return where === 'admin' ? 'registration.terms.staff' : 'registration.terms.accept'
}

export default function Terms({
  id,
  value,
  invalid,
  describedBy,
  readOnly,
  onChange,
  onBlur,
  onFocus
}: FieldPartProps) {
  const t = useText()
  const termsUrl = useTermsUrl()
  const link = (href: string, label: string) => (
    <a href={href} target="_blank" rel="noopener">
      {label}
      <span className="visually-hidden"> {t('registration.newWindow')}</span>
    </a>
  )
  return (
    <div className="registration-terms">
      <label>
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          disabled={readOnly}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onChange={event => onChange(event.target.checked || undefined)}
          onBlur={onBlur}
          onFocus={onFocus}
        />
        {t(consentOf(termsUrl, area()))}
      </label>
      <p>
        {termsUrl && link(termsUrl, t('registration.terms.link'))}
        {link('/price-list', t('registration.priceList'))}
      </p>
    </div>
  )
}
