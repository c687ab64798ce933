/**
 * The head of a panel, above its tabs: the state of the item, the values that people look for first, and a quoted text such as the
 * client's note.
 */
import type { PanelField, PanelHeadMetadata } from '../../../src/contract/panel.ts'
import type { Row } from '../../../src/contract/row.ts'
import { useText } from '../../i18n.ts'
import { isMissing, Value } from '../values/formats.tsx'
import { useDetail } from './useDetail.ts'

interface PanelHeadProps {
  readonly head: PanelHeadMetadata
  readonly resourceType: string
  readonly id: number
}

export function PanelHead({ head: { load, badge, lines, quote }, resourceType, id }: PanelHeadProps) {
  const t = useText()
  const { data } = useDetail<Row>(resourceType, id, load)
  const item = data?.data
  // reserves the height of its lines while it loads
  if (!item)
    return <div className="parts-panel-head" aria-busy="true" style={{ minHeight: `${lines.length * 20}px` }} />
  const has = ({ key }: PanelField): boolean => !isMissing(item[key])
  return (
    <div className="parts-panel-head">
      {badge && has(badge) && (
        <p className="parts-panel-badge">
          <Value schema={badge.schema} value={item[badge.key]} />
        </p>
      )}
      {lines
        .map(line => line.filter(has))
        .filter(line => line.length > 0)
        .map(line => (
          <p key={line.map(({ key }) => key).join()}>
            {line.map(({ key, label, schema }) => (
              <span key={key} title={t(label)}>
                <Value schema={schema} value={item[key]} row={item} />
              </span>
            ))}
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
