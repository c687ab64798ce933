/** A password field whose text can be made visible. */
import type { InputHTMLAttributes } from 'react'
import { useState } from 'react'
import { useText } from '../../i18n.ts'

export function PasswordBox(input: InputHTMLAttributes<HTMLInputElement>) {
  const t = useText()
  const [isVisible, setVisible] = useState(false)
  return (
    <div className="input-group">
      <input {...input} type={isVisible ? 'text' : 'password'} />
      <button
        type="button"
        className="button quiet icon"
        onClick={() => setVisible(!isVisible)}
        aria-pressed={isVisible}
        aria-label={t('parts.password.show')}
        title={t('parts.password.show')}
      >
        <i className={`pi ${isVisible ? 'pi-eye-slash' : 'pi-eye'}`} aria-hidden />
      </button>
    </div>
  )
}
