import { registerControl, registerValue } from '../../parts/registry.ts'

registerControl('pricing.amount', () => import('./LineAmount.tsx'))
registerControl('pricing.trace', () => import('./Trace.tsx'))
registerControl('pricing.digits', () => import('./DigitPrices.tsx'))
registerControl('pricing.agreed', () => import('./AgreedPrice.tsx'))
registerControl('pricing.percent', () => import('./PercentPreview.tsx'))

registerValue('pricing.trace', () => import('./TraceValue.tsx'))
