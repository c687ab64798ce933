/** The map's layers: one button each, which is legend, toggle and count of the points in view. */
import type { KeyboardEvent } from 'react'
import { useId } from 'react'
import { useIntl, useText } from '../../i18n.ts'
import { Mark } from './Mark.tsx'
import type { Layer } from './points.ts'

interface LayersProps {
  readonly offered: readonly Layer[]
  readonly shown: ReadonlySet<Layer>
  readonly counts: Readonly<Record<Layer, number>>
  readonly silent: boolean
  readonly onChange: (layers: readonly Layer[]) => void
  readonly onSilent: (silent: boolean) => void
}

/** The layers to show after a person asked for only this layer. If it is the only one already, all layers are shown. */
export const aloneOf = (layer: Layer, offered: readonly Layer[], shown: ReadonlySet<Layer>): readonly Layer[] =>
  offered.every(other => shown.has(other) === (other === layer)) ? offered : [layer]

/** A click switches a layer on or off; a double-click, Alt+Enter and the button beside it show that layer alone. */
export function Layers({ offered, shown, counts, silent, onChange, onSilent }: LayersProps) {
  const t = useText()
  const intl = useIntl()
  const uid = useId()
  const toggle = (layer: Layer): void =>
    onChange(offered.filter(other => (other === layer ? !shown.has(other) : shown.has(other))))
  const alone = (layer: Layer): void => onChange(aloneOf(layer, offered, shown))
  const onKey = (event: KeyboardEvent, layer: Layer): void => {
    if (event.key !== 'Enter' || !event.altKey) return
    event.preventDefault()
    alone(layer)
  }
  return (
    <fieldset className="map-layers">
      <legend className="visually-hidden">{t('map.layers')}</legend>
      <p id={uid} hidden>
        {t('map.layers.hint')}
      </p>
      {offered.map(layer => (
        <div key={layer} className="map-layer">
          <button
            type="button"
            aria-pressed={shown.has(layer)}
            aria-describedby={uid}
            aria-keyshortcuts="Alt+Enter"
            title={t('map.layers.hint')}
            // The second click of a double-click shows only this layer, instead of switching it back.
            onClick={event => (event.detail === 2 ? alone(layer) : toggle(layer))}
            onKeyDown={event => onKey(event, layer)}
          >
            <Mark layer={layer} />
            <span>{t(`map.layer.${layer}`)}</span>
            <b>{intl.formatNumber(counts[layer])}</b>
            <i className={`pi pi-${shown.has(layer) ? 'eye' : 'eye-slash'}`} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="map-only"
            aria-label={t('map.layers.onlyThis', { layer: t(`map.layer.${layer}`) })}
            onClick={() => alone(layer)}
          >
            {t('map.layers.only')}
          </button>
        </div>
      ))}
      <div className="map-ages">
        <button
          type="button"
          className="map-age"
          aria-pressed={silent}
          title={t('map.silent')}
          onClick={() => onSilent(!silent)}
        >
          <Mark layer="containers" age="silent" />
          {t('map.age.silent')}
          <i className={`pi pi-${silent ? 'filter-fill' : 'filter'}`} aria-hidden="true" />
        </button>
        <span className="map-age">
          <Mark layer="containers" age="lost" />
          {t('map.age.lost')}
        </span>
      </div>
    </fieldset>
  )
}
