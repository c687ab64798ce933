import { useText } from '../../i18n.ts'

const steps = ['registration.step.number', 'registration.step.data'] as const

/** Shows which of the two steps of the registration is the present one. */
export function Steps({ current }: { readonly current: 0 | 1 }) {
  const t = useText()
  return (
    <ol className="registration-steps" aria-label={t('registration.steps')}>
      {steps.map((key, at) => (
        <li key={key} aria-current={at === current ? 'step' : undefined} data-done={at < current || undefined}>
          <span aria-hidden>{at < current ? <i className="pi pi-check" /> : at + 1}</span>
          {t(key)}
        </li>
      ))}
    </ol>
  )
}
