/**
 * `part:companies.position`: the position of a place. It is typed in degrees, or chosen by a click on a map that opens below. If it is
 * left empty, the server finds it by the address.
 */

import { useId, useState } from 'react'
import { Boundary } from '../../elements/Boundary.tsx'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { Loading } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import { restingText } from '../../parts/form/NumberControls.tsx'
import type { FieldPartProps } from '../../parts/registry.ts'
import { parseDecimal } from '../../parts/values/numbers.ts'
import type { Degrees, Point } from './position.ts'
import { firstView, pointAt, pointOf, withDegrees } from './position.ts'
import './position.css'

const PositionMap = lazyPart(() => import('./PositionMap.tsx')).Component

export default function PositionControl(props: FieldPartProps) {
  const { id, value, reads, readOnly, onChange, onBlur } = props
  const t = useText()
  const map = useId()
  const [open, setOpen] = useState(false)
  const degrees = value as Degrees | null | undefined
  const point = pointOf(degrees)
  const choose = (chosen: Point): void => onChange(pointAt(chosen))
  return (
    <div className="position">
      <div className="position-line">
        <DegreesInput
          {...props}
          part="latitude"
          inputId={id}
          label={t('companies.place.latitude')}
          short={t('companies.position.latitude')}
        />
        <DegreesInput
          {...props}
          part="longitude"
          inputId={`${id}-longitude`}
          label={t('companies.place.longitude')}
          short={t('companies.position.longitude')}
        />
        <button
          type="button"
          className="button"
          aria-expanded={open}
          aria-controls={map}
          disabled={readOnly}
          onClick={() => setOpen(!open)}
        >
          <i className="pi pi-map-marker" aria-hidden="true" />
          {t(open ? 'companies.position.close' : 'companies.position.open')}
        </button>
        {degrees && (
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              onChange(null)
              onBlur()
            }}
          >
            {t('companies.position.clear')}
          </button>
        )}
      </div>
      <div id={map} className="position-map" hidden={!open}>
        {open && (
          <Boundary waiting={<Loading />}>
            <PositionMap point={point} view={firstView(point, reads.city)} onChoose={choose} />
          </Boundary>
        )}
      </div>
    </div>
  )
}

interface DegreesInputProps extends FieldPartProps {
  readonly part: 'latitude' | 'longitude'
  readonly inputId: string
  readonly label: string
  readonly short: string
}

function DegreesInput(props: DegreesInputProps) {
  const { part, inputId, label, short, name, value, invalid, readOnly, describedBy, onChange, onBlur, onFocus } = props
  const [typed, setTyped] = useState<string>()
  const comma = useIntl()
    .formatNumberToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value
  const degrees = value as Degrees | null | undefined
  return (
    <input
      id={inputId}
      name={`${name}.${part}`}
      className="input tabular"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      title={label}
      placeholder={short}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      readOnly={readOnly}
      value={typed ?? restingText(degrees?.[part], false, comma)}
      onFocus={onFocus}
      onChange={event => {
        setTyped(event.target.value)
        onChange(withDegrees(degrees, { [part]: parseDecimal(event.target.value) }))
      }}
      onBlur={() => {
        setTyped(undefined)
        onBlur()
      }}
    />
  )
}
