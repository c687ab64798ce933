import { useText } from '../../i18n.ts'

interface EndProps {
  readonly label: string
  readonly submitting: boolean
  readonly back: () => void
}

export function End({ label, submitting, back }: EndProps) {
  const t = useText()
  return (
    <>
      <button type="submit" className="button primary wide" aria-disabled={submitting}>
        {submitting && <i className="pi pi-spinner parts-spin" aria-hidden />}
        {label}
      </button>
      <button type="button" className="link" onClick={back}>
        <i className="pi pi-arrow-left" aria-hidden /> {t('registration.back')}
      </button>
    </>
  )
}
