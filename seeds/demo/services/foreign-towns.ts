/** A few real towns of the other countries: a postal code, and the centre in WGS 84 degrees, true to about 0.01°. */
export type ForeignCountry = 'DE' | 'SK' | 'EE' | 'CZ'

export interface ForeignTown {
  readonly city: string
  readonly postalCode: string
  readonly latitude: number
  readonly longitude: number
}

const town = (city: string, postalCode: string, latitude: number, longitude: number): ForeignTown => ({
  city,
  postalCode,
  latitude,
  longitude
})

export const foreignTowns: Readonly<Record<ForeignCountry, readonly ForeignTown[]>> = {
  DE: [
    town('Berlin', '10115', 52.532, 13.385),
    town('Dresden', '01067', 51.059, 13.72),
    town('Cottbus', '03046', 51.757, 14.332),
    town('Görlitz', '02826', 51.15, 14.98)
  ],
  SK: [
    town('Bratislava', '811 01', 48.145, 17.107),
    town('Košice', '040 01', 48.721, 21.258),
    town('Žilina', '010 01', 49.223, 18.74),
    town('Prešov', '080 01', 48.998, 21.24),
    town('Poprad', '058 01', 49.056, 20.298)
  ],
  EE: [
    town('Tallinn', '10115', 59.437, 24.754),
    town('Tartu', '51003', 58.38, 26.723),
    town('Pärnu', '80010', 58.386, 24.497),
    town('Narva', '20308', 59.377, 28.19)
  ],
  CZ: [
    town('Praha', '110 00', 50.087, 14.421),
    town('Brno', '602 00', 49.195, 16.607),
    town('Ostrava', '702 00', 49.838, 18.292),
    town('Olomouc', '779 00', 49.594, 17.251),
    town('Hradec Králové', '500 02', 50.209, 15.833)
  ]
}
