import { useText } from '../../i18n.ts'
import type { Step, Turn } from './standing.ts'
import './steps.css'

const icons: Record<Turn, string> = { done: 'check', mine: 'arrow-right', others: 'hourglass' }

/** What is done, what the person is to do, and what others do. The first open step is the present one. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  const t = useText()
  const present = steps.findIndex(({ turn }) => turn !== 'done')
  return (
    <ol className="waiting-steps" aria-label={t('ui.inactive.steps')}>
      {steps.map(({ text, turn }, at) => (
        <li key={text} data-turn={turn} aria-current={at === present ? 'step' : undefined}>
          <i className={`pi pi-${icons[turn]}`} aria-hidden />
          <span>
            {t(text)}
            {turn === 'done' && <span className="visually-hidden"> {t('ui.inactive.step.done')}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
