/** The map's layers: one button each, which is legend, toggle and count of the points in view. */
import { useIntl, useText } from '../../i18n.ts'
import { Mark } from './Mark.tsx'
import type { Layer } from './points.ts'

interface LayersProps {
  readonly offered: readonly Layer[]
  readonly shown: ReadonlySet<Layer>
  readonly counts: Readonly<Record<Layer, number>>
  readonly onChange: (layers: readonly Layer[]) => void
}

export function Layers({ offered, shown, counts, onChange }: LayersProps) {
  const t = useText()
  const intl = useIntl()
  const toggle = (layer: Layer): void =>
    onChange(offered.filter(other => (other === layer ? !shown.has(other) : shown.has(other))))
  return (
    <fieldset className="map-layers">
      <legend className="visually-hidden">{t('map.layers')}</legend>
      {offered.map(layer => (
        <button key={layer} type="button" aria-pressed={shown.has(layer)} onClick={() => toggle(layer)}>
          <Mark layer={layer} />
          <span>{t(`map.layer.${layer}`)}</span>
          <b>{intl.formatNumber(counts[layer])}</b>
          <i className={`pi pi-${shown.has(layer) ? 'eye' : 'eye-slash'}`} aria-hidden="true" />
        </button>
      ))}
      <p className="map-ages">
        <span className="map-age">
          <Mark layer="containers" age="silent" />
          {t('map.age.silent')}
        </span>
        <span className="map-age">
          <Mark layer="containers" age="lost" />
          {t('map.age.lost')}
        </span>
      </p>
    </fieldset>
  )
}
