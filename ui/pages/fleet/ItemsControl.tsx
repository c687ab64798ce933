/** What a vehicle takes: every item of the order types as a box to tick, under its type, and one box for the whole type. */
import { useQuery } from '@tanstack/react-query'
import type { ListResponse } from '../../../src/contract/list.ts'
import { get } from '../../api.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import { carriedOf, grouped, type Item, tickedIn, withTick } from './items.ts'
import './items.css'

const types = 'catalogue.orderType'

export default function ItemsControl(props: FieldPartProps) {
  const { id, label, value, describedBy, readOnly, onChange, onBlur, onFocus } = props
  const t = useText()
  const words = useVocabulary(types)?.members ?? []
  const { data, error, refetch } = useQuery({
    queryKey: ['form', 'options', '/api/Admin/OrderTypeItems'],
    queryFn: () => get<ListResponse<Item>>('/api/Admin/OrderTypeItems')
  })
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} />
  const carried = carriedOf(value)
  const ticked = tickedIn(carried)
  const tick = (ids: readonly number[], isOn: boolean): void => onChange(withTick(carried, ids, isOn))
  const nameOf = (code: number): string => {
    const word = words.find(one => one.code === code)?.name
    return word ? t(`${types}.${word}`) : String(code)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form's own frame names the field; a fieldset would name it twice
    <div
      id={id}
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      tabIndex={-1}
      className="fleet-items"
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {grouped(data.data).map(([type, items]) => (
        <fieldset key={type}>
          <legend>{nameOf(type)}</legend>
          <Tick
            name={t('fleet.items.all')}
            checked={items.every(item => ticked.has(item.id))}
            some={items.some(item => ticked.has(item.id))}
            disabled={readOnly}
            onTick={isOn => {
              const ids = items.map(item => item.id)
              tick(ids, isOn)
            }}
          />
          {items.map(item => (
            <Tick
              key={item.id}
              name={item.name}
              checked={ticked.has(item.id)}
              disabled={readOnly}
              onTick={isOn => tick([item.id], isOn)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

interface TickProps {
  readonly name: string
  readonly checked: boolean
  /** Some of many are ticked: the box shows neither. */
  readonly some?: boolean
  readonly disabled: boolean
  readonly onTick: (isOn: boolean) => void
}

function Tick({ name, checked, some = false, disabled, onTick }: TickProps) {
  return (
    <label>
      <input
        ref={box => {
          if (box) box.indeterminate = some && !checked
        }}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={event => onTick(event.target.checked)}
      />
      {name}
    </label>
  )
}
