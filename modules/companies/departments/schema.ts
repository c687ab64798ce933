import { Type } from '@sinclair/typebox'
import { EnumOf, Id, Nullable, Version } from '../../../src/kernel/schema.ts'
import { Country } from '../schema.ts'

export const Department = Type.Object({
  id: Id,
  version: Version,
  companyId: Id,
  /** The same as `id`. Changes are announced to the people of the department that this field names. */
  departmentId: Id,
  country: EnumOf(Country),
  city: Type.String(),
  street: Type.String(),
  postalCode: Type.String(),
  description: Nullable(Type.String())
})
