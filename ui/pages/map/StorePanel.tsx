/** The panel of an internal store, and that of one that is being added. Administrators draw its border. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reads } from '../../answers.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { IconButton } from '../../elements/IconButton.tsx'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { Skeleton } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import { dataOf, query } from '../../query.ts'
import { Amounts } from './Amounts.tsx'
import { MapPanel, PanelField } from './MapPanel.tsx'
import type { PanelForms } from './PanelRunner.tsx'
import { PanelButtons, PanelRunner } from './PanelRunner.tsx'
import type { Point } from './points.ts'

const StoreHistory = lazyPart(() => import('./StoreHistory.tsx')).Component

const type = 'warehouse.internalStore'
export const addStoreCommand = 'iot.addStore'
const editStoreCommand = 'iot.editStore'
/** The commands of a store, in the order of their buttons. */
const ofStore = [editStoreCommand, 'iot.closeStore']

type Store = Reads['/api/Admin/Stores/internal/:id']['data']

/** What the numbers of containers are made of. */
const leadsOf = ({ id, levelId }: Store) => ({
  byDocuments: `/store/list?f.StoreTypeEnum=0&row=${levelId}&panel=${levelId}&tab=movements`,
  byGps: `/store/containers?f.InternalStoreId=${id}`
})

const noRows: readonly Store[] = []

interface StorePanelProps extends PanelForms {
  readonly point: Point
  readonly onCentre: () => void
  readonly onClose: () => void
}

export function StorePanel(props: StorePanelProps) {
  const { point, commands, onCentre, onClose } = props
  const t = useText()
  const intl = useIntl()
  const own = commands.filter(({ name }) => ofStore.includes(name))
  const mayEdit = own.length > 0
  const [showsHistory, setShowsHistory] = useState(false)
  // Only people who may edit the store may read this.
  const { data } = useQuery({
    ...query(type, '/api/Admin/Stores/internal/:id', { id: point.id }),
    select: dataOf,
    enabled: mayEdit
  })
  const rows = data ? [data] : noRows
  return (
    <MapPanel layer={point.layer} title={point.label} onClose={onClose}>
      <PanelRunner {...props} commands={own} resourceType={type} rows={rows} ready={data !== undefined}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the body scrolls, so it must be reached by the keyboard */}
        <div className="map-panel-body" tabIndex={0}>
          <dl>
            <PanelField label="map.field.kind">{t('map.kind.stores')}</PanelField>
            <Amounts
              byDocuments={data?.containersAmount}
              byGps={Number(point.note)}
              {...(data ? { leads: leadsOf(data) } : {})}
            />
            {data && (
              <>
                <PanelField label={`${type}.corners`}>{intl.formatNumber(data.corners)}</PanelField>
                <PanelField label={`${type}.area`}>{data.area !== null && intl.formatNumber(data.area)}</PanelField>
              </>
            )}
          </dl>
          {mayEdit && (
            <details className="map-history" onToggle={event => setShowsHistory(event.currentTarget.open)}>
              <summary>{t('common.tab.history')}</summary>
              {showsHistory && (
                <Boundary waiting={<Skeleton rows={2} />}>
                  <StoreHistory id={point.id} />
                </Boundary>
              )}
            </details>
          )}
        </div>
        <footer>
          <PanelButtons commands={own} rows={rows} />
          <IconButton icon="bullseye" label={t('map.centre')} tooltip look="outlined" onClick={onCentre} />
        </footer>
      </PanelRunner>
    </MapPanel>
  )
}

interface NewStorePanelProps extends PanelForms {
  readonly onClose: () => void
}

/** The panel contains only the form. When the form closes, the panel closes, too. */
export function NewStorePanel({ onClose, ...forms }: NewStorePanelProps) {
  const t = useText()
  return (
    <MapPanel layer="stores" title={t('map.store.new')} onClose={onClose}>
      <PanelRunner {...forms} resourceType={type} rows={noRows} ready>
        {null}
      </PanelRunner>
    </MapPanel>
  )
}
