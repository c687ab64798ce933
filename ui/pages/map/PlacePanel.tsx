import { useText } from '../../i18n.ts'
import { MapPanel, PanelField } from './MapPanel.tsx'
import type { Point } from './points.ts'

interface PlacePanelProps {
  readonly point: Point
  readonly onCentre: () => void
  readonly onClose: () => void
}

/** The panel of a reception place, with what the map has loaded of it. */
export function PlacePanel({ point, onCentre, onClose }: PlacePanelProps) {
  const t = useText()
  return (
    <MapPanel layer={point.layer} title={point.label} onClose={onClose}>
      <div className="map-panel-body">
        <dl>
          <PanelField label="map.field.kind">{t(`map.kind.${point.layer}`)}</PanelField>
          <PanelField label="map.field.address">{point.note}</PanelField>
        </dl>
      </div>
      <footer>
        <button type="button" className="button" onClick={onCentre}>
          <i className="pi pi-bullseye" aria-hidden="true" />
          {t('map.centre')}
        </button>
      </footer>
    </MapPanel>
  )
}
