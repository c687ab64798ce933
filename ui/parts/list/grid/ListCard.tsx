/**
 * A row as a card. A tap anywhere on it opens the row, or selects it if the list opens nothing. The component is memoized, so that a
 * tap draws only the cards that change.
 */
import { memo } from 'react'
import type { ColumnMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { IconButton } from '../../../elements/IconButton.tsx'
import { useText } from '../../../i18n.ts'
import { useEntries } from '../../command/entries.ts'
import { isMissing, textOf, useFormatContext, Value } from '../../values/formats.tsx'
import type { CardColumns } from '../columns/cardColumns.ts'
import { CellValue, isSilent } from './CellValue.tsx'
import type { RowsViewProps } from './rowsView.ts'
import { RowMarks, tintOf } from './tint.tsx'

interface ListCardProps extends Pick<RowsViewProps, 'list' | 'onPick' | 'onOpen'> {
  readonly columns: CardColumns
  readonly row: Row
  readonly index: number
  readonly isPicked: boolean
  /** It is the active row of the keyboard. */
  readonly isActive: boolean
}

export const ListCard = memo(function ListCard(props: ListCardProps) {
  const { list, columns, row, index, isPicked, isActive, onPick, onOpen } = props
  const t = useText()
  const { title, badge, lines, texts, facts } = columns
  const tint = tintOf(list.tint, row)
  const toggle = (): void => onPick({ index, mode: 'toggle' })
  const isShown = (column: ColumnMetadata): boolean =>
    (column.blank !== undefined || !isMissing(row[column.key])) && !isSilent(column, row)
  return (
    <div className="parts-card" data-picked={isPicked || undefined} data-tone={tint?.tone}>
      <div className="parts-card-head">
        {list.selection === 'many' && (
          <label className="parts-card-tick">
            <input type="checkbox" checked={isPicked} onChange={toggle} aria-label={t('parts.choose')} />
          </label>
        )}
        <button
          type="button"
          className="parts-card-title whole-card"
          data-focus-active={isActive || undefined}
          aria-pressed={list.opens ? undefined : isPicked}
          onClick={() => (list.opens ? onOpen(row, index) : toggle())}
        >
          {title && <Value schema={title.schema} value={row[title.key]} row={row} blank={title.blank} />}
        </button>
        <RowMarks list={list} row={row} worded />
        {badge && (
          <span>
            <span className="visually-hidden">{t(badge.header)}: </span>
            <Value schema={badge.schema} value={row[badge.key]} row={row} blank={badge.blank} />
          </span>
        )}
      </div>
      <div className="parts-card-body">
        <dl>
          {lines.filter(isShown).map(column => (
            <Pair key={column.key} column={column} row={row} as="line" />
          ))}
          {texts.filter(isShown).map(column => (
            <Pair key={column.key} column={column} row={row} as="text" />
          ))}
          {facts.filter(isShown).map(column => (
            <Pair key={column.key} column={column} row={row} as="fact" />
          ))}
        </dl>
        <CardCommands list={list} title={title} row={row} />
      </div>
    </div>
  )
})

interface PairProps {
  readonly column: ColumnMetadata
  readonly row: Row
  /** A line is understood without its label, which is only for screen readers. */
  readonly as: 'line' | 'text' | 'fact'
}

function Pair({ column, row, as }: PairProps) {
  const t = useText()
  return (
    <div data-as={as}>
      <dt className={as === 'line' ? 'visually-hidden' : undefined}>{t(column.header)}</dt>
      <dd>
        <CellValue column={column} row={row} />
      </dd>
    </div>
  )
}

/**
 * The commands on a card (`onCard`), if this row allows them. Each label names the row, because every card has the same commands.
 */
function CardCommands({ list, title, row }: Pick<ListCardProps, 'list' | 'row'> & Pick<CardColumns, 'title'>) {
  const context = useFormatContext()
  const entries = useEntries(
    list.commands.filter(({ onCard }) => onCard),
    [row]
  )
  const name = title && textOf(context, title.schema, row[title.key])
  return entries
    .filter(({ disabledReason }) => disabledReason === undefined)
    .map(({ command, label, busy, run }) => (
      <IconButton
        key={command.name}
        icon={command.icon}
        label={name ? `${label}: ${name}` : label}
        look="outlined"
        onClick={() => {
          if (!busy) run()
        }}
      />
    ))
}
