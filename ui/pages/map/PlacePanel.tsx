/** The panel of a reception place: how far it is from the stores, who is called, what is collected there, and what stands there. */
import { Link } from '@tanstack/react-router'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import { labelledMember, Value } from '../../parts/values/formats.tsx'
import { Amounts } from './Amounts.tsx'
import { MapPanel, PanelField } from './MapPanel.tsx'
import type { Point } from './points.ts'
import { type Distance, type Place, placesPage, usePlace } from './usePlace.ts'

const text = { type: 'string' } as const
const phone = { type: 'string', format: 'phone' } as const

interface PlacePanelProps {
  readonly point: Point
  readonly onCentre: () => void
  readonly onClose: () => void
}

export function PlacePanel({ point, onCentre, onClose }: PlacePanelProps) {
  const t = useText()
  const { mayOpen, place, openOrders, distances, pending, error, retry } = usePlace(point.id)
  return (
    <MapPanel layer={point.layer} title={point.label} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the body scrolls, so it must be reached by the keyboard */}
      <div className="map-panel-body" tabIndex={0}>
        <dl>
          <PanelField label="map.field.kind">{t(`map.kind.${point.layer}`)}</PanelField>
          <PanelField label="map.field.address">
            <Value schema={text} value={point.note} />
          </PanelField>
          {place && <PlaceFields place={place} openOrders={openOrders} />}
          {distances && <Distances distances={distances} />}
        </dl>
        {error ? <Failed error={error} retry={retry} /> : pending && <Skeleton rows={4} />}
      </div>
      <footer>
        {mayOpen && (
          <Link to={`${placesPage}?row=${point.id}&panel=${point.id}` as string} className="button">
            <i className="pi pi-list" aria-hidden="true" />
            {t('map.toList')}
          </Link>
        )}
        <button type="button" className="button" onClick={onCentre}>
          <i className="pi pi-bullseye" aria-hidden="true" />
          {t('map.centre')}
        </button>
      </footer>
    </MapPanel>
  )
}

function PlaceFields({ place, openOrders }: { readonly place: Place; readonly openOrders: number | undefined }) {
  const t = useText()
  const intl = useIntl()
  const vocabulary = useVocabulary('catalogue.orderType')
  const types = place.receptionPlacesOrderTypes.map(code => labelledMember(vocabulary, code, t)?.label ?? String(code))
  return (
    <>
      <PanelField label="map.field.phone">{place.phone && <Value schema={phone} value={place.phone} />}</PanelField>
      <PanelField label="map.field.orderTypes">{types.join(', ')}</PanelField>
      {openOrders !== undefined && (
        <PanelField label="map.field.openOrders">{intl.formatNumber(openOrders)}</PanelField>
      )}
      <Amounts byDocuments={place.containersAmount} byGps={place.locatedContainers} />
    </>
  )
}

/** Kilometres to two decimals, the nearest store first. */
function Distances({ distances }: { readonly distances: readonly Distance[] }) {
  const t = useText()
  const intl = useIntl()
  const kilometres = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return (
    <PanelField label="map.field.distances" wide>
      {distances.length > 0 && (
        <ul className="map-distances">
          {distances.map(({ name, distance }) => (
            <li key={name}>
              <span>{name}</span>
              <span>{t('map.kilometres', { value: intl.formatNumber(distance / 1000, kilometres) })}</span>
            </li>
          ))}
        </ul>
      )}
    </PanelField>
  )
}
