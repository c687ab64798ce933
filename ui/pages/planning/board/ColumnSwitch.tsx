/** Which column is shown, where there is room for one. */
import { useId } from 'react'
import { IconButton } from '../../../elements/IconButton.tsx'
import { useText } from '../../../i18n.ts'
import type { Place } from './moves.ts'

interface ColumnSwitchProps {
  readonly places: readonly { readonly place: Place; readonly title: string; readonly count: number }[]
  readonly shown: Place
  readonly onShow: (place: Place) => void
}

export function ColumnSwitch({ places, shown, onShow }: ColumnSwitchProps) {
  const t = useText()
  const id = useId()
  const index = places.findIndex(({ place }) => place === shown)
  const step = (by: number) => () => {
    const next = places[index + by]
    if (next) onShow(next.place)
  }
  return (
    <div className="board-switch">
      <IconButton
        icon="chevron-left"
        look="outlined"
        label={t('planning.board.previous')}
        aria-disabled={index <= 0 || undefined}
        onClick={step(-1)}
      />
      <label htmlFor={id} className="visually-hidden">
        {t('planning.board.column')}
      </label>
      <select
        id={id}
        className="input"
        value={String(shown)}
        onChange={({ target }) => onShow(target.value === 'toPlan' ? 'toPlan' : Number(target.value))}
      >
        {places.map(({ place, title, count }) => (
          <option key={place} value={String(place)}>
            {title} ({count})
          </option>
        ))}
      </select>
      <IconButton
        icon="chevron-right"
        look="outlined"
        label={t('planning.board.next')}
        aria-disabled={index === places.length - 1 || undefined}
        onClick={step(1)}
      />
    </div>
  )
}
