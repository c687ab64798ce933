/** Towns for orientation on the built-in map; smaller ones appear with a closer zoom. Names in each town's own language. */
export interface Town {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  /** From this zoom on. */
  readonly zoom: number
}

const table: readonly (readonly [name: string, latitude: number, longitude: number, zoom: number])[] = [
  ['Warszawa', 52.23, 21.01, 0],
  ['Kraków', 50.06, 19.94, 5.5],
  ['Łódź', 51.76, 19.46, 5.5],
  ['Wrocław', 51.11, 17.03, 5.5],
  ['Poznań', 52.41, 16.93, 5.5],
  ['Gdańsk', 54.35, 18.65, 5.5],
  ['Szczecin', 53.43, 14.55, 5.5],
  ['Lublin', 51.25, 22.57, 5.5],
  ['Białystok', 53.13, 23.16, 5.5],
  ['Katowice', 50.26, 19.02, 6.5],
  ['Rzeszów', 50.04, 22, 6.2],
  ['Bydgoszcz', 53.12, 18, 6.5],
  ['Olsztyn', 53.78, 20.48, 6.2],
  ['Kielce', 50.87, 20.63, 6.5],
  ['Opole', 50.67, 17.93, 7],
  ['Zielona Góra', 51.94, 15.51, 6.5],
  ['Toruń', 53.01, 18.6, 7],
  ['Gorzów Wielkopolski', 52.74, 15.23, 7],
  ['Chełm', 51.13, 23.47, 7],
  ['Zamość', 50.72, 23.25, 7.5],
  ['Radom', 51.4, 21.15, 7],
  ['Częstochowa', 50.81, 19.12, 7],
  ['Płock', 52.55, 19.7, 7.5],
  ['Koszalin', 54.19, 16.18, 7],
  ['Słupsk', 54.46, 17.03, 7.5],
  ['Elbląg', 54.16, 19.4, 7.5],
  ['Suwałki', 54.1, 22.93, 7.5],
  ['Siedlce', 52.17, 22.29, 7.5],
  ['Tarnów', 50.01, 20.99, 7.5],
  ['Nowy Sącz', 49.62, 20.69, 8],
  ['Legnica', 51.21, 16.16, 7.5],
  ['Kalisz', 51.76, 18.09, 7.5],
  ['Konin', 52.22, 18.25, 8],
  ['Bielsko-Biała', 49.82, 19.05, 8],
  ['Przemyśl', 49.78, 22.77, 8],
  ['Biała Podlaska', 52.03, 23.12, 8],
  ['Berlin', 52.52, 13.4, 0],
  ['Praha', 50.08, 14.44, 0],
  ['Bratislava', 48.15, 17.11, 6.5],
  ['Wien', 48.21, 16.37, 5],
  ['Budapest', 47.5, 19.04, 5],
  ['Vilnius', 54.69, 25.28, 5],
  ['Rīga', 56.95, 24.11, 5],
  ['Tallinn', 59.44, 24.75, 0],
  ['København', 55.68, 12.57, 5],
  ['Stockholm', 59.33, 18.07, 5],
  ['Hamburg', 53.55, 10, 6],
  ['München', 48.14, 11.58, 6],
  ['Leipzig', 51.34, 12.37, 6.5],
  ['Dresden', 51.05, 13.74, 6.5],
  ['Brno', 49.2, 16.61, 6.5],
  ['Ostrava', 49.82, 18.26, 7],
  ['Košice', 48.72, 21.26, 6.5],
  ['Tartu', 58.38, 26.72, 6.5]
]

export const towns: readonly Town[] = table.map(([name, latitude, longitude, zoom]) => ({
  name,
  latitude,
  longitude,
  zoom
}))
