/**
 * `part:companies.position`: the position of a place. It is typed in degrees, or chosen by a click on a map that opens below. If it is
 * left empty, the server finds it by the address.
 */

import { useId, useState } from 'react'
import { Boundary } from '../../elements/Boundary.tsx'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { Loading } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { DecimalBox } from '../../parts/form/DecimalBox.tsx'
import type { FieldPartProps } from '../../parts/registry.ts'
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
  const degrees = value as Degrees | null | undefined
  return (
    <DecimalBox
      id={inputId}
      name={`${name}.${part}`}
      className="input tabular"
      aria-label={label}
      title={label}
      placeholder={short}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      readOnly={readOnly}
      number={degrees?.[part]}
      onNumber={number => onChange(withDegrees(degrees, { [part]: number }))}
      onFocus={onFocus}
      onBlur={onBlur}
    />
  )
}
