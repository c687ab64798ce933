/** The panel of a container: its status, battery and position, and the button that opens its trail. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconButton } from '../../elements/IconButton.tsx'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useNarrow } from '../../elements/useNarrow.ts'
import { useIntl, useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import { Badge, instantText, labelledMember, textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { useMediaQuery, widths } from '../../theme/mediaQuery.ts'
import { MapPanel, PanelField } from './MapPanel.tsx'
import { Mark } from './Mark.tsx'
import type { PanelForms } from './PanelRunner.tsx'
import { PanelButtons, PanelRunner } from './PanelRunner.tsx'
import type { Point } from './points.ts'
import { ageOf } from './points.ts'
import { agoText } from './timeText.ts'
import type { Container } from './useContainer.ts'
import { useContainer } from './useContainer.ts'

const noRows: readonly Container[] = []

interface ContainerPanelProps extends PanelForms {
  readonly id: number
  /** The container's point on the map, for the title until the details are loaded. */
  readonly point: Point | undefined
  /** Whether the trail is open. */
  readonly trail: boolean
  readonly onTrail: () => void
  readonly onCentre: () => void
  readonly onClose: () => void
}

export function ContainerPanel(props: ContainerPanelProps) {
  const { id, point, trail, commands, onTrail, onCentre, onClose } = props
  const t = useText()
  const { data, error, refetch } = useContainer(id)
  const rows = data ? [data] : noRows
  const own = commands.filter(({ name }) => name === 'iot.edit')
  const layer = point?.layer ?? 'containers'
  const title = data?.containerNumber ?? point?.label ?? `#${id}`
  const mark = <Mark layer={layer} age={point ? ageOf(point, Date.now()) : 'lost'} />
  return (
    <MapPanel layer={layer} title={title} mark={mark} fold={useFold(trail)} onClose={onClose}>
      <PanelRunner {...props} commands={own} resourceType="iot.container" rows={rows} ready={data !== undefined}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the body scrolls, so it must be reached by the keyboard */}
        <div className="map-panel-body" tabIndex={0}>
          {data && <Details container={data} />}
          {!data && (error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />)}
        </div>
        <footer>
          <button type="button" className="button primary" aria-pressed={trail} onClick={onTrail}>
            <i className="pi pi-history" aria-hidden="true" />
            {t(trail ? 'map.trail.close' : 'map.trail.show')}
          </button>
          <PanelButtons commands={own} rows={rows} />
          {point && <IconButton icon="bullseye" label={t('map.centre')} tooltip look="outlined" onClick={onCentre} />}
          <Link
            to={`/store/containers?row=${id}&panel=${id}` as string}
            className="button icon"
            aria-label={t('map.toList')}
            title={t('map.toList')}
          >
            <i className="pi pi-list" aria-hidden="true" />
          </Link>
        </footer>
      </PanelRunner>
    </MapPanel>
  )
}

/** On a small map there is no room for the panel beside an open trail. So it is folded at first, and a button unfolds it. */
function useFold(trail: boolean) {
  const isSmall = useMediaQuery(`(width <= ${widths.compact}px)`)
  const isWide = !useNarrow()
  const [folded, onFold] = useState(true)
  if (!trail && !folded) onFold(true)
  return trail && isSmall && isWide ? { folded, onFold } : undefined
}

function Details({ container }: { readonly container: Container }) {
  const t = useText()
  const intl = useIntl()
  const context = useFormatContext()
  const status = labelledMember(useVocabulary('iot.status'), container.status, t)
  const battery = labelledMember(useVocabulary('iot.battery'), container.currentBatteryStatus, t)
  const { lastActiveDate, closestReceptionPlaceDistance: metres } = container
  const kilometres = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return (
    <div>
      {container.latitude === null && <p className="note tone-warning">{t('map.noPosition')}</p>}
      <dl>
        <PanelField label="map.field.status">
          {status ? <Badge tone={status.tone}>{status.label}</Badge> : t('common.unknownCode')}
        </PanelField>
        <PanelField label="map.field.battery">
          {battery && <Badge tone={battery.tone}>{battery.label}</Badge>}{' '}
          {textOf(context, { type: 'number', format: 'volts' }, container.currentBatteryLevel)}
        </PanelField>
        <PanelField label="map.field.lastActive">
          {lastActiveDate && (
            <>
              <time dateTime={lastActiveDate}>{instantText(lastActiveDate)}</time>
              <small className="map-more">{agoText(intl, Date.parse(lastActiveDate), Date.now())}</small>
            </>
          )}
        </PanelField>
        <PanelField label="map.field.nearest">
          {container.closestReceptionPlaceAddress && (
            <>
              {container.closestReceptionPlaceAddress}
              <small className="map-more">
                {container.closestCompanyName}
                {metres !== null &&
                  ` · ${t('map.kilometres', { value: intl.formatNumber(metres / 1000, kilometres) })}`}
              </small>
            </>
          )}
        </PanelField>
        <PanelField label="map.field.store">{container.internalStoreName}</PanelField>
        <PanelField label="map.field.assignedStore">{container.assignedInternalStoreName}</PanelField>
        <PanelField label="map.field.description">{container.description}</PanelField>
        <PanelField label="map.field.serNo">{container.serNo}</PanelField>
        <PanelField label="map.field.imei">{container.imei}</PanelField>
      </dl>
    </div>
  )
}
