/**
 * The dialog of a client's own company: its data, its branches and files, and where its places and people are. Our office changes the data, so
 * it says whom to ask.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { roles } from '../../src/contract/roles.ts'
import { useProfile } from '../account.ts'
import { address, download } from '../api.ts'
import { attempt } from '../attempt.ts'
import { ContactLinks } from '../elements/ContactLinks.tsx'
import { Modal } from '../elements/Modal.tsx'
import { Failed, Skeleton } from '../elements/states.tsx'
import { useText } from '../i18n.ts'
import { useVocabulary } from '../metadata.ts'
import { useWrittenNumber } from '../pages/registration/NumberIs.tsx'
import { dayText } from '../parts/values/dayText.ts'
import { labelledMember } from '../parts/values/formats.tsx'
import { read, readRows, readThing } from '../query.ts'
import './ownCompany.css'

interface OwnPage {
  readonly path: string
  readonly icon: string
  readonly title: string
  /** Otherwise for administrators only. */
  readonly isForAll: boolean
}

const pages: readonly OwnPage[] = [
  { path: '/client/receptionPlaces', icon: 'map-marker', title: 'companies.clientPlaces.title', isForAll: true },
  { path: '/client/users', icon: 'users', title: 'companies.users.title', isForAll: false },
  { path: '/client/calendars', icon: 'calendar', title: 'integrations.clientCalendars.title', isForAll: true }
]

/** Contracts and protocols that have a file: the address of each is asked for when it is wanted, because it works once. */
function Files() {
  const t = useText()
  const { data } = useQuery({
    queryKey: ['ui', 'ownFiles'],
    queryFn: () => readRows('/api/Admin/Documents', { page: 1, limit: 200 })
  })
  const files = data?.data.filter(({ fileExists }) => fileExists === true)
  if (!files?.length) return null
  const fetchFile = (blobFileName: unknown): Promise<unknown> =>
    attempt(async () => {
      const { url } = await readThing(address('/api/Storage/file-url', { blobFileName }))
      const { pathname, search } = new URL(String(url))
      await download(pathname + search)
    })
  return (
    <section>
      <h3>{t('ui.company.files')}</h3>
      <ul>
        {files.map(({ id, description, documentDate, blobFileName }) => (
          <li key={id}>
            <button type="button" className="link" onClick={() => void fetchFile(blobFileName)}>
              {String(description)}
            </button>{' '}
            {dayText(String(documentDate))}
          </li>
        ))}
      </ul>
    </section>
  )
}

export default function OwnCompany({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const { data: profile } = useProfile()
  const { data, error, refetch } = useQuery({
    queryKey: ['ui', 'ownCompany'],
    queryFn: () => read('/api/Companies/MyCompany')
  })
  const orderTypes = useVocabulary('catalogue.orderType')
  const payments = useVocabulary('companies.paymentType')
  const company = data?.data
  const address = company?.address
  const written = useWrittenNumber(company?.country ?? 0, company?.taxNumber ?? '')
  const isThere = company && written
  const facts: readonly (readonly [string, string | null | undefined])[] = isThere
    ? [
        [t('common.field.name'), company.name],
        [written.label, company.taxNumber && written.number],
        [t('companies.company.regon'), company.regon],
        [t('companies.company.bdoNumber'), company.bdoNumber ?? t('companies.noBdoNumber')],
        [t('companies.company.country'), company.countryStr],
        [
          t('companies.company.fullAddress'),
          [address?.street, [address?.postalCode, address?.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
        ],
        [t('companies.company.paymentType'), labelledMember(payments, company.paymentType, t)?.label],
        [
          t('companies.company.orderTypes'),
          company.orderTypes.map(code => labelledMember(orderTypes, code, t)?.label).join(', ')
        ]
      ]
    : []
  return (
    <Modal open title={t('ui.company.title')} onClose={onClose} className="parts-dialog own-company">
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!(isThere || error) && <Skeleton rows={6} />}
      {isThere && (
        <div className="own-company-body">
          <dl>
            {facts
              .filter(([, value]) => value)
              .map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          {company.multiDepartment && (
            <section>
              <h3>{t('companies.companyPanel.departments')}</h3>
              <ul>
                {company.departments.map(({ id, city, street }) => (
                  <li key={id}>
                    {street}, {city}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Files />
          <nav aria-label={t('ui.company.title')}>
            {pages
              .filter(({ isForAll }) => isForAll || profile?.role === roles.CLIENT_ADMIN)
              .map(({ path, icon, title }) => (
                <Link key={path} to={path} className="button" onClick={onClose}>
                  <i className={`pi pi-${icon}`} aria-hidden />
                  {t(title)}
                </Link>
              ))}
          </nav>
          <section>
            <p>{t('ui.company.office')}</p>
            <ContactLinks />
          </section>
        </div>
      )}
    </Modal>
  )
}
