/** The settings of the map: its type, of those that the installation offers, and the built-in outline. */
import { useId } from 'react'
import { IconButton } from '../../elements/IconButton.tsx'
import { after, usePopover } from '../../elements/usePopover.ts'
import { useText } from '../../i18n.ts'
import type { MapChoice, MapType } from './tiles.ts'
import type { ShownMap } from './useMapType.ts'

interface MapSettingsProps {
  readonly types: readonly MapType[]
  readonly map: ShownMap
}

export function MapSettings({ types, map }: MapSettingsProps) {
  const t = useText()
  const id = useId()
  const { button, panel, opens, panelProps } = usePopover(after)
  const choices: readonly MapChoice[] = [...types.map(({ name }) => name), 'outline']
  const chosen = map.type?.name ?? 'outline'
  return (
    <div className="map-settings">
      <IconButton ref={button} icon="cog" label={t('map.settings')} tooltip look="outlined" {...opens} />
      <section ref={panel} {...panelProps} className="map-settings-panel" aria-label={t('map.settings')}>
        <fieldset>
          <legend>{t('map.type')}</legend>
          {choices.map(name => (
            <label key={name} className="map-check">
              <input type="radio" name={id} checked={name === chosen} onChange={() => map.choose(name)} />
              {t(`map.type.${name}`)}
            </label>
          ))}
        </fieldset>
        <button type="button" className="button quiet" onClick={() => panel.current?.hidePopover()}>
          {t('ui.close')}
        </button>
      </section>
    </div>
  )
}
