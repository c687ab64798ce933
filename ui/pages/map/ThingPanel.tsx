/** What was chosen: a container with its battery and whereabouts, a reception place, or an internal store. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { get } from '../../api.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import { Badge, instantText, textOf, useSpeaker, wordOf } from '../../parts/values/formats.tsx'
import { Mark } from './Mark.tsx'
import type { Layer, Point } from './points.ts'
import { ageOf } from './points.ts'
import { onPositions } from './positions.ts'
import { agoOf } from './words.ts'

export interface Container {
  readonly id: number
  readonly containerNumber: string | null
  readonly description: string | null
  readonly status: number
  readonly imei: string
  readonly serNo: string | null
  readonly lastActiveDate: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly currentBatteryLevel: number | null
  readonly currentBatteryStatus: number
  readonly internalStoreName: string | null
  readonly assignedInternalStoreName: string | null
  readonly closestCompanyName: string | null
  readonly closestReceptionPlaceAddress: string | null
  readonly closestReceptionPlaceDistance: number | null
}

/** Asks for one container, and again whenever it has moved. */
export function useContainer(id: number | undefined) {
  const queries = useQueryClient()
  useEffect(
    () =>
      onPositions(deltas => {
        if (deltas.some(delta => delta.id === id)) queries.invalidateQueries({ queryKey: ['iot.container', id] })
      }),
    [id, queries]
  )
  return useQuery({
    queryKey: ['iot.container', id],
    queryFn: async ({ signal }) => (await get<{ data: Container }>(`/IoT/container/${id}`, undefined, { signal })).data,
    enabled: id !== undefined
  })
}

interface FrameProps {
  readonly layer: Layer
  readonly title: string
  readonly mark?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

function Frame({ layer, title, mark, onClose, children }: FrameProps) {
  const t = useText()
  const uid = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus enters anew for each thing
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <aside className="map-thing" aria-labelledby={uid} onKeyDown={onKey}>
      <header>
        {mark ?? <Mark layer={layer} />}
        <h2 id={uid} ref={heading} tabIndex={-1}>
          <span className="visually-hidden">{t(`map.kind.${layer}`)}: </span>
          {title}
        </h2>
        <button type="button" className="button quiet icon" onClick={onClose} aria-label={t('ui.close')}>
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      </header>
      {children}
    </aside>
  )
}

const Field = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const t = useText()
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{children || <span className="map-blank">–</span>}</dd>
    </div>
  )
}

interface ContainerPanelProps {
  readonly id: number
  /** What the map knows already, drawn until the details have come. */
  readonly point: Point | undefined
  readonly trail: boolean
  readonly onTrail: () => void
  readonly onCentre: () => void
  readonly onClose: () => void
}

export function ContainerPanel({ id, point, trail, onTrail, onCentre, onClose }: ContainerPanelProps) {
  const t = useText()
  const { data, error, refetch } = useContainer(id)
  const layer = point?.layer ?? 'containers'
  const title = data?.containerNumber ?? point?.label ?? `#${id}`
  const mark = <Mark layer={layer} age={point ? ageOf(point, Date.now()) : 'lost'} />
  return (
    <Frame layer={layer} title={title} mark={mark} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the body scrolls, so that a keyboard must reach it */}
      <div className="map-thing-body" tabIndex={0}>
        {data && <Details container={data} />}
        {!data && (error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />)}
      </div>
      <footer>
        <button type="button" className="button primary" aria-pressed={trail} onClick={onTrail}>
          <i className="pi pi-history" aria-hidden="true" />
          {t(trail ? 'map.trail.close' : 'map.trail.show')}
        </button>
        {point && (
          <button
            type="button"
            className="button icon"
            onClick={onCentre}
            aria-label={t('map.centre')}
            title={t('map.centre')}
          >
            <i className="pi pi-bullseye" aria-hidden="true" />
          </button>
        )}
        <Link to={`/store/containers?row=${id}&panel=${id}` as string} className="button">
          <i className="pi pi-list" aria-hidden="true" />
          {t('map.toList')}
        </Link>
      </footer>
    </Frame>
  )
}

function Details({ container }: { readonly container: Container }) {
  const t = useText()
  const intl = useIntl()
  const speaker = useSpeaker()
  const status = wordOf(useVocabulary('iot.status'), container.status, t)
  const battery = wordOf(useVocabulary('iot.battery'), container.currentBatteryStatus, t)
  const { lastActiveDate: last, closestReceptionPlaceDistance: distance } = container
  const kilometres = (metres: number): string =>
    intl.formatNumber(metres / 1000, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (
    <div>
      {container.latitude === null && <p className="note tone-warning">{t('map.noPosition')}</p>}
      <dl>
        <Field label="map.field.status">
          {status ? <Badge tone={status.tone}>{status.label}</Badge> : t('parts.unknownCode')}
        </Field>
        <Field label="map.field.battery">
          {battery && <Badge tone={battery.tone}>{battery.label}</Badge>}{' '}
          {textOf(speaker, { type: 'number', format: 'volts' }, container.currentBatteryLevel)}
        </Field>
        <Field label="map.field.lastActive">
          {last && (
            <>
              <time dateTime={last}>{instantText(last)}</time>
              <small className="map-more">{agoOf(intl, Date.parse(last), Date.now())}</small>
            </>
          )}
        </Field>
        <Field label="map.field.nearest">
          {container.closestReceptionPlaceAddress && (
            <>
              {container.closestReceptionPlaceAddress}
              <small className="map-more">
                {container.closestCompanyName}
                {distance !== null && ` · ${t('map.kilometres', { value: kilometres(distance) })}`}
              </small>
            </>
          )}
        </Field>
        <Field label="map.field.store">{container.internalStoreName}</Field>
        <Field label="map.field.assignedStore">{container.assignedInternalStoreName}</Field>
        <Field label="map.field.description">{container.description}</Field>
        <Field label="map.field.serNo">{container.serNo}</Field>
        <Field label="map.field.imei">{container.imei}</Field>
      </dl>
    </div>
  )
}

interface PlacePanelProps {
  readonly point: Point
  readonly onCentre: () => void
  readonly onClose: () => void
}

/** A reception place or an internal store: what the map itself knows of it. */
export function PlacePanel({ point, onCentre, onClose }: PlacePanelProps) {
  const t = useText()
  return (
    <Frame layer={point.layer} title={point.label} onClose={onClose}>
      <div className="map-thing-body">
        <dl>
          <Field label="map.field.kind">{t(`map.kind.${point.layer}`)}</Field>
          {point.kind === 'reception' && <Field label="map.field.address">{point.note}</Field>}
          {point.kind === 'store' && <Field label="map.field.containers">{point.note}</Field>}
        </dl>
      </div>
      <footer>
        <button type="button" className="button" onClick={onCentre}>
          <i className="pi pi-bullseye" aria-hidden="true" />
          {t('map.centre')}
        </button>
      </footer>
    </Frame>
  )
}
