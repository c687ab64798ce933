/**
 * `part:companies.registerLookUp`: what is known of the number that is typed for a new client. If it is a client's already, it leads there instead,
 * and to an order of that client if it may order.
 */
import { useRouter } from '@tanstack/react-router'
import { newKey } from '../../api.ts'
import { useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import type { FieldPartProps } from '../../parts/registry.ts'

/** The server's answer (`GET /api/Admin/Companies/look-up`), as far as it is shown. */
interface LookedUp {
  readonly state: number
  readonly companyName: string | null
  readonly page: string | null
  readonly isActive: boolean
}

export default function LookUp({ id, value }: FieldPartProps) {
  const t = useText()
  const { history } = useRouter()
  const members = useVocabularies()['companies.lookUp']?.members ?? []
  const { state = 0, companyName, page, isActive } = (value ?? {}) as Partial<LookedUp>
  const member = members.find(({ code }) => code === state)
  if (!member) return <output id={id} />
  if (!page) {
    return (
      <output id={id} className={`note tone-${member.tone ?? 'neutral'}`}>
        {t(member.label)}
      </output>
    )
  }
  return (
    <output id={id} className={`note tone-${member.tone ?? 'neutral'}`}>
      {t('companies.alreadyRegistered.staff', { name: companyName ?? '' })}{' '}
      <button
        type="button"
        className="link"
        onClick={() =>
          isActive ? history.push(`${page}&do=orders.placeForClient`, { opensForm: newKey() }) : history.push(page)
        }
      >
        {t(isActive ? 'orders.placeForClient.label' : 'companies.newClient.show')}
      </button>
    </output>
  )
}
