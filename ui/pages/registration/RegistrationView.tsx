/** `companies.register`: staff register a company for somebody. */
import { alerts } from '../../alerts.ts'
import { translate } from '../../i18n.ts'
import type { TabPartProps } from '../../parts/registry.ts'
import Registration from './Registration.tsx'

export default function RegistrationView({ close }: TabPartProps) {
  return (
    <Registration
      onDone={(_message, email) => {
        close()
        alerts.success(translate('registration.done.staff', { email }))
      }}
    />
  )
}
