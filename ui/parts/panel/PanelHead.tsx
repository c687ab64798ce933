/**
 * The head of a panel, above its tabs: the state of the item, the values that people look for first, and a quoted text such as the
 * client's note.
 */
import { Link } from '@tanstack/react-router'
import type { PanelField, PanelHeadMetadata } from '../../../src/contract/panel.ts'
import type { Row } from '../../../src/contract/row.ts'
import { matches } from '../../../src/contract/when.ts'
import { useText } from '../../i18n.ts'
import { filledPath } from '../command/commandState.ts'
import { Badge, isMissing, Value } from '../values/formats.tsx'
import { useDetail } from './useDetail.ts'

interface PanelHeadProps {
  readonly head: PanelHeadMetadata
  readonly resourceType: string
  readonly id: number
}

export function PanelHead({ head: { load, badge, marks = [], lines, quote }, resourceType, id }: PanelHeadProps) {
  const t = useText()
  const { data } = useDetail<Row>(resourceType, id, load)
  const item = data?.data
  // reserves the height of its lines while it loads
  if (!item)
    return <div className="parts-panel-head" aria-busy="true" style={{ minHeight: `${lines.length * 20}px` }} />
  const has = ({ key, shown }: PanelField): boolean => matches(shown, item) && !isMissing(item[key])
  const present = marks.filter(({ when }) => matches(when, item))
  const hasBadge = badge && has(badge)
  return (
    <div className="parts-panel-head">
      {(hasBadge || present.length > 0) && (
        <p className="parts-panel-badge">
          {hasBadge && <Value schema={badge.schema} value={item[badge.key]} />}
          {present.map(({ label, tone }) => (
            <Badge key={label} tone={tone}>
              {t(label)}
            </Badge>
          ))}
        </p>
      )}
      {lines
        .map(line => line.filter(has))
        .filter(line => line.length > 0)
        .map(line => (
          <p key={line.map(({ key }) => key).join()}>
            {line.map(({ key, label, labelled, schema, leads }) => {
              const value = <Value schema={schema} value={item[key]} row={item} />
              return (
                <span key={key} title={labelled ? undefined : t(label)}>
                  {labelled && `${t(label)}: `}
                  {leads === undefined ? value : <Link to={filledPath(leads, item) as string}>{value}</Link>}
                </span>
              )
            })}
          </p>
        ))}
      {quote && has(quote) && (
        <blockquote aria-label={t(quote.label)}>
          <Value schema={quote.schema} value={item[quote.key]} />
        </blockquote>
      )}
    </div>
  )
}
