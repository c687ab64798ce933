/** The head of a printed page: the business, and what the page is. */
import { useText } from '../../i18n.ts'
import type { Paper } from './routes.ts'

interface PaperHeadProps {
  readonly business: Paper['business']
  readonly kind: string
  readonly title: string
}

export function PaperHead({ business, kind, title }: PaperHeadProps) {
  const t = useText()
  const { name, address, taxNumber, bdoNumber } = business
  const nip = taxNumber && t('paper.nip', { number: taxNumber })
  const bdo = bdoNumber && t('paper.bdo', { number: bdoNumber })
  return (
    <header>
      <p className="print-business">
        <strong>{name}</strong>
        {[address, nip, bdo].filter(Boolean).map(text => (
          <span key={text}>{text}</span>
        ))}
      </p>
      <p>{kind}</p>
      <h3>{title}</h3>
    </header>
  )
}
