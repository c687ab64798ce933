import { createContext, useContext } from 'react'
import type { Row } from '../../../src/contract/row.ts'

const context = createContext<readonly Row[]>([])

/** Provides the rows that the form below acts on. */
export const FormRows = context.Provider

/** The rows that the form acts on: none if it creates something; in a bar the selected rows. */
export const useFormRows = (): readonly Row[] => useContext(context)
