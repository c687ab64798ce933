/**
 * How many containers are at a store or place, by documents and by GPS: each leads to what it is made of, and where they differ, to the
 * page that explains it.
 */
import { Link } from '@tanstack/react-router'
import { useIntl, useText } from '../../i18n.ts'
import { pageAt, usePages } from '../../metadata.ts'
import { PanelField } from './MapPanel.tsx'
import './amounts.css'

const custodyPage = '/store/custody'

type By = 'byDocuments' | 'byGps'

interface AmountsProps {
  /** Undefined for people who may not read it. */
  readonly byDocuments?: number | undefined
  readonly byGps: number
  /** The stock level with the movements of documents, and the list of the containers that GPS counts. */
  readonly leads?: { readonly [K in By]: string }
}

export function Amounts({ byDocuments, byGps, leads }: AmountsProps) {
  const t = useText()
  const intl = useIntl()
  const { data: pages } = usePages()
  const mayOpen = pages !== undefined && pageAt(pages, custodyPage) !== undefined
  const text = (by: By, count: number): string => t(`map.amount.${by}`, { count: intl.formatNumber(count) })
  return (
    <PanelField label="map.layer.containers">
      <span className="map-amounts">
        {byDocuments !== undefined && <Lead to={leads?.byDocuments}>{text('byDocuments', byDocuments)}</Lead>}
        <Lead to={leads?.byGps}>{text('byGps', byGps)}</Lead>
        {mayOpen && byDocuments !== undefined && byGps !== byDocuments && (
          <small>
            <Link to={custodyPage as string}>{t('map.differs')}</Link>
          </small>
        )}
      </span>
    </PanelField>
  )
}

const Lead = ({ to, children }: { readonly to: string | undefined; readonly children: string }) =>
  to === undefined ? <span>{children}</span> : <Link to={to as string}>{children}</Link>
