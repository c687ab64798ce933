/** The credits of the map, and a note if it shows the built-in outline. */
import { Fragment } from 'react'
import { useText } from '../../i18n.ts'
import { creditsOf } from './tiles.ts'
import type { ShownMap } from './useMapType.ts'

export function MapCredit({ map: { type, missing } }: { readonly map: Pick<ShownMap, 'type' | 'missing'> }) {
  const t = useText()
  const isOutline = missing || !type
  return (
    <p className="map-credit" role="status">
      {isOutline ? (
        <>
          {missing && `${t('map.tilesMissing')} · `}
          {t('map.outline')} · Natural Earth
        </>
      ) : (
        creditsOf(type.attribution).map(({ text, href }) => (
          <Fragment key={text}>
            {href ? (
              <a href={href} target="_blank" rel="noreferrer">
                {text}
              </a>
            ) : (
              text
            )}
          </Fragment>
        ))
      )}
      {' · Leaflet'}
    </p>
  )
}
