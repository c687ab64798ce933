import './none.css'

interface NoneBoxProps {
  readonly label: string
  readonly checked: boolean
  readonly onTick: (isTicked: boolean) => void
}

/** Below a text box: says that there is no value to type. */
export const NoneBox = ({ label, checked, onTick }: NoneBoxProps) => (
  <label className="parts-none">
    <input type="checkbox" checked={checked} onChange={event => onTick(event.target.checked)} />
    {label}
  </label>
)
