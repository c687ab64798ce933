/** The settings of the map: its type, of those that the installation offers, and the built-in outline. */
import type { KeyboardEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { IconButton } from '../../elements/IconButton.tsx'
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
  const root = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const choices: readonly MapChoice[] = [...types.map(({ name }) => name), 'outline']
  const chosen = map.type?.name ?? 'outline'
  const close = (): void => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from the button or a choice
    <div ref={root} className="map-settings" onKeyDown={onKey}>
      <IconButton
        icon="cog"
        label={t('map.settings')}
        tooltip
        look="outlined"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      />
      <section id={id} className="map-settings-panel" aria-label={t('map.settings')} hidden={!open}>
        <fieldset>
          <legend>{t('map.type')}</legend>
          {choices.map(name => (
            <label key={name} className="map-check">
              <input type="radio" name={id} checked={name === chosen} onChange={() => map.choose(name)} />
              {t(`map.type.${name}`)}
            </label>
          ))}
        </fieldset>
        <button type="button" className="button quiet" onClick={close}>
          {t('ui.close')}
        </button>
      </section>
    </div>
  )
}
