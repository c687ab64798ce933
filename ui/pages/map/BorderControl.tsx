/**
 * `part:iot.border`: the border of an internal store, drawn on the map beside the form. Each corner can also be typed here. Everything
 * that the mouse can do, the keyboard can do, too.
 */
import { useEffect, useState } from 'react'
import { crossingOf } from '../../../src/contract/polygon.ts'
import { IconButton } from '../../elements/IconButton.tsx'
import { useText } from '../../i18n.ts'
import { DecimalBox } from '../../parts/form/DecimalBox.tsx'
import type { FieldPartProps } from '../../parts/registry.ts'
import type { TypedCorner } from './border.ts'
import { added, cornerAt, drawing, leastCorners, maxCorners, moved, placed, removed, stage } from './border.ts'
import './border.css'

const noCorners: readonly TypedCorner[] = []

export default function BorderControl({ id, value, describedBy, onChange, onBlur }: FieldPartProps) {
  const t = useText()
  const map = stage.useValue()
  const corners = (value as readonly TypedCorner[] | null | undefined) || noCorners
  useEffect(() => drawing.set({ corners, change: onChange }))
  useEffect(() => () => drawing.set(undefined), [])
  useFitted(corners)
  const hasCrossing = corners.length >= leastCorners && crossingOf(placed(corners)) !== undefined
  return (
    <div className="border">
      <p className="border-hint">{t('map.border.hint')}</p>
      <button
        id={id}
        type="button"
        className="button"
        // Without it, the button would have the label of the field as its name.
        aria-label={t('map.border.add')}
        aria-describedby={describedBy}
        disabled={!map || corners.length >= maxCorners}
        onClick={() => map && onChange(added(corners, cornerAt(map.view())))}
      >
        <i className="pi pi-plus" aria-hidden="true" />
        {t('map.border.add')}
      </button>
      {hasCrossing && (
        <p className="note tone-warning" role="alert">
          {t('errors.warehouse.borderCrosses')}
        </p>
      )}
      <ol className="border-corners">
        {corners.map((corner, index) => (
          <CornerLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a corner has nothing but its place in the row
            key={index}
            name={t('map.border.corner', { at: index + 1 })}
            corner={corner}
            onChange={changed => onChange(moved(corners, index, changed))}
            onRemove={() => onChange(removed(corners, index))}
            onBlur={onBlur}
          />
        ))}
      </ol>
    </div>
  )
}

/** Zooms once to the border, if the store has one. */
function useFitted(corners: readonly TypedCorner[]): void {
  const map = stage.useValue()
  const [first] = useState(corners)
  useEffect(() => {
    const there = placed(first)
    if (!map || there.length === 0) return
    const [latitudes, longitudes] = [there.map(({ latitude }) => latitude), there.map(({ longitude }) => longitude)]
    map.fit({
      south: Math.min(...latitudes),
      north: Math.max(...latitudes),
      west: Math.min(...longitudes),
      east: Math.max(...longitudes)
    })
  }, [map, first])
}

interface CornerLineProps {
  readonly name: string
  readonly corner: TypedCorner
  readonly onChange: (corner: TypedCorner) => void
  readonly onRemove: () => void
  readonly onBlur: () => void
}

function CornerLine({ name, corner, onChange, onRemove, onBlur }: CornerLineProps) {
  const t = useText()
  return (
    <li>
      {(['latitude', 'longitude'] as const).map(part => (
        <DecimalBox
          key={part}
          className="input tabular"
          aria-label={`${name}: ${t(`warehouse.internalStore.${part}`)}`}
          title={`${name}: ${t(`warehouse.internalStore.${part}`)}`}
          number={corner[part]}
          onNumber={degrees => onChange({ ...corner, [part]: degrees })}
          onBlur={onBlur}
        />
      ))}
      <IconButton icon="trash" label={t('map.border.remove', { corner: name })} onClick={onRemove} />
    </li>
  )
}
