/** The public API of pricing: what an item costs at a place at an instant, and why. */
export { choosePrice, type PriceStep, usualVatRate, usualVatSymbol } from './rules.ts'
export { generalPriceLines, specialPriceLines } from './statements.ts'
export { type PriceQuestion, traceOf } from './trace.ts'
