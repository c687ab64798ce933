/**
 * Real Polish towns: coordinates of the centre (WGS 84 degrees, true to about 0.01°), a postal code of the town, voivodship,
 * inhabitants in thousands (the weight when a town is drawn), and the letters its county puts on number plates.
 */
export interface Town {
  name: string
  latitude: number
  longitude: number
  postalCode: string
  voivodship: Voivodship
  thousands: number
  plate: string
}

/** For each voivodship: the first digits its postal codes begin with, and prefixes of its tax offices in tax numbers. */
export const voivodships = {
  dolnośląskie: { postal: '56', taxOffices: ['886', '691', '894', '895', '896', '897', '898', '899'] },
  'kujawsko-pomorskie': { postal: '8', taxOffices: ['554', '953', '956', '879', '888', '876'] },
  lubelskie: { postal: '02', taxOffices: ['563', '712', '713', '918', '922', '537'] },
  lubuskie: { postal: '6', taxOffices: ['599', '927', '929', '973'] },
  łódzkie: { postal: '29', taxOffices: ['725', '726', '727', '728', '729', '771', '773'] },
  małopolskie: { postal: '3', taxOffices: ['676', '677', '678', '679', '734', '735', '873'] },
  mazowieckie: { postal: '029', taxOffices: ['521', '522', '524', '525', '526', '527', '774', '796', '821'] },
  opolskie: { postal: '4', taxOffices: ['749', '753', '754', '991'] },
  podkarpackie: { postal: '3', taxOffices: ['684', '795', '813', '814', '865', '872'] },
  podlaskie: { postal: '1', taxOffices: ['542', '718', '844', '966'] },
  pomorskie: { postal: '78', taxOffices: ['583', '584', '585', '586', '588', '839'] },
  śląskie: { postal: '4', taxOffices: ['547', '573', '629', '631', '634', '642', '954'] },
  świętokrzyskie: { postal: '2', taxOffices: ['657', '661', '663', '864', '959'] },
  'warmińsko-mazurskie': { postal: '18', taxOffices: ['578', '739', '742', '848'] },
  wielkopolskie: { postal: '6', taxOffices: ['618', '665', '764', '777', '778', '779', '781', '782', '783'] },
  zachodniopomorskie: { postal: '7', taxOffices: ['669', '671', '851', '852', '955'] }
} as const

export type Voivodship = keyof typeof voivodships

type Row = [name: string, latitude: number, longitude: number, postalCode: string, thousands: number, plate: string]

// biome-ignore format: one town a line reads as a table
const table: Record<Voivodship, Row[]> = {
  lubelskie: [
    ['Chełm', 51.134, 23.472, '22-100', 58, 'LC'], ['Lublin', 51.248, 22.568, '20-109', 330, 'LU'],
    ['Zamość', 50.717, 23.253, '22-400', 58, 'LZ'], ['Biała Podlaska', 52.034, 23.123, '21-500', 55, 'LB'],
    ['Puławy', 51.417, 21.968, '24-100', 45, 'LPU'], ['Świdnik', 51.220, 22.700, '21-040', 38, 'LSW'],
    ['Kraśnik', 50.922, 22.219, '23-200', 32, 'LKR'], ['Łuków', 51.930, 22.381, '21-400', 28, 'LLU'],
    ['Biłgoraj', 50.538, 22.720, '23-400', 25, 'LBL'], ['Lubartów', 51.458, 22.609, '21-100', 21, 'LLB'],
    ['Łęczna', 51.305, 22.882, '21-010', 18, 'LLE'], ['Tomaszów Lubelski', 50.451, 23.416, '22-600', 18, 'LTM'],
    ['Krasnystaw', 50.982, 23.167, '22-300', 18, 'LKS'], ['Hrubieszów', 50.805, 23.890, '22-500', 17, 'LHR'],
    ['Radzyń Podlaski', 51.785, 22.619, '21-300', 15, 'LRA'], ['Włodawa', 51.544, 23.554, '22-200', 12, 'LWL'],
    ['Janów Lubelski', 50.707, 22.411, '23-300', 12, 'LJA'], ['Parczew', 51.641, 22.900, '21-200', 10, 'LPA'],
    ['Ryki', 51.626, 21.934, '08-500', 9, 'LRY'], ['Rejowiec Fabryczny', 51.121, 23.243, '22-170', 4, 'LCH']
  ],
  mazowieckie: [
    ['Warszawa', 52.232, 21.007, '00-001', 1860, 'WI'], ['Radom', 51.401, 21.153, '26-600', 200, 'WR'],
    ['Płock', 52.541, 19.690, '09-410', 113, 'WP'], ['Siedlce', 52.166, 22.277, '08-110', 77, 'WS'],
    ['Pruszków', 52.170, 20.805, '05-800', 65, 'WPR'], ['Legionowo', 52.403, 20.927, '05-120', 53, 'WL'],
    ['Ostrołęka', 53.081, 21.573, '07-410', 50, 'WO'], ['Otwock', 52.107, 21.266, '05-400', 44, 'WOT'],
    ['Ciechanów', 52.876, 20.608, '06-400', 43, 'WCI'], ['Mińsk Mazowiecki', 52.178, 21.571, '05-300', 40, 'WM'],
    ['Żyrardów', 52.057, 20.448, '96-300', 39, 'WZY'], ['Wołomin', 52.345, 21.246, '05-200', 37, 'WWL'],
    ['Sochaczew', 52.230, 20.238, '96-500', 35, 'WSC'], ['Mława', 53.111, 20.382, '06-500', 30, 'WML'],
    ['Wyszków', 52.596, 21.452, '07-200', 26, 'WWY'], ['Płońsk', 52.622, 20.374, '09-100', 21, 'WPN'],
    ['Gostynin', 52.429, 19.462, '09-500', 17, 'WGS'], ['Sierpc', 52.854, 19.669, '09-200', 17, 'WSE'],
    ['Garwolin', 51.898, 21.616, '08-400', 17, 'WG'], ['Kozienice', 51.585, 21.549, '26-900', 16, 'WKZ'],
    ['Grójec', 51.866, 20.868, '05-600', 16, 'WGR']
  ],
  małopolskie: [
    ['Kraków', 50.062, 19.938, '30-001', 800, 'KR'], ['Tarnów', 50.013, 20.988, '33-100', 104, 'KT'],
    ['Nowy Sącz', 49.625, 20.691, '33-300', 81, 'KN'], ['Oświęcim', 50.038, 19.221, '32-600', 34, 'KOS'],
    ['Chrzanów', 50.142, 19.411, '32-500', 34, 'KCH'], ['Olkusz', 50.279, 19.560, '32-300', 33, 'KOL'],
    ['Nowy Targ', 49.478, 20.032, '34-400', 33, 'KNT'], ['Bochnia', 49.969, 20.433, '32-700', 29, 'KBC'],
    ['Gorlice', 49.655, 21.160, '38-300', 26, 'KGR'], ['Zakopane', 49.297, 19.950, '34-500', 26, 'KTT'],
    ['Wadowice', 49.883, 19.493, '34-100', 18, 'KWA'], ['Myślenice', 49.834, 19.938, '32-400', 18, 'KMY'],
    ['Limanowa', 49.706, 20.423, '34-600', 15, 'KLI']
  ],
  podkarpackie: [
    ['Rzeszów', 50.041, 21.999, '35-064', 197, 'RZ'], ['Przemyśl', 49.782, 22.775, '37-700', 57, 'RP'],
    ['Mielec', 50.288, 21.421, '39-300', 58, 'RMI'], ['Stalowa Wola', 50.569, 22.066, '37-450', 57, 'RST'],
    ['Tarnobrzeg', 50.570, 21.671, '39-400', 44, 'RT'], ['Krosno', 49.692, 21.767, '38-400', 44, 'RK'],
    ['Dębica', 50.051, 21.407, '39-200', 43, 'RDE'], ['Jarosław', 50.019, 22.684, '37-500', 36, 'RJA'],
    ['Sanok', 49.560, 22.202, '38-500', 35, 'RSA'], ['Jasło', 49.746, 21.474, '38-200', 33, 'RJS'],
    ['Łańcut', 50.066, 22.228, '37-100', 17, 'RLA'], ['Lubaczów', 50.158, 23.123, '37-600', 11, 'RLU']
  ],
  śląskie: [
    ['Katowice', 50.260, 19.013, '40-098', 285, 'SK'], ['Częstochowa', 50.808, 19.127, '42-217', 210, 'SC'],
    ['Sosnowiec', 50.279, 19.129, '41-200', 190, 'SO'], ['Gliwice', 50.294, 18.666, '44-100', 173, 'SG'],
    ['Bielsko-Biała', 49.822, 19.044, '43-300', 166, 'SB'], ['Zabrze', 50.300, 18.789, '41-800', 157, 'SZ'],
    ['Bytom', 50.347, 18.923, '41-902', 150, 'SY'], ['Rybnik', 50.095, 18.542, '44-200', 132, 'SR'],
    ['Tychy', 50.128, 18.982, '43-100', 124, 'ST'], ['Dąbrowa Górnicza', 50.321, 19.187, '41-300', 115, 'SD'],
    ['Chorzów', 50.299, 18.955, '41-500', 102, 'SH'], ['Jaworzno', 50.204, 19.264, '43-600', 88, 'SJ'],
    ['Jastrzębie-Zdrój', 49.950, 18.574, '44-335', 83, 'SJZ'], ['Żory', 50.045, 18.694, '44-240', 62, 'SZO'],
    ['Będzin', 50.324, 19.136, '42-500', 54, 'SBE'], ['Racibórz', 50.091, 18.220, '47-400', 51, 'SRC'],
    ['Zawiercie', 50.488, 19.426, '42-400', 47, 'SZA'], ['Cieszyn', 49.749, 18.634, '43-400', 33, 'SCI']
  ],
  dolnośląskie: [
    ['Wrocław', 51.110, 17.032, '50-101', 674, 'DW'], ['Wałbrzych', 50.767, 16.283, '58-300', 101, 'DB'],
    ['Legnica', 51.207, 16.163, '59-220', 92, 'DL'], ['Jelenia Góra', 50.903, 15.735, '58-500', 75, 'DJ'],
    ['Lubin', 51.399, 16.203, '59-300', 68, 'DLU'], ['Głogów', 51.665, 16.080, '67-200', 63, 'DGL'],
    ['Świdnica', 50.843, 16.487, '58-100', 54, 'DSW'], ['Bolesławiec', 51.263, 15.565, '59-700', 37, 'DBL'],
    ['Oleśnica', 51.209, 17.380, '56-400', 36, 'DOL'], ['Oława', 50.941, 17.299, '55-200', 33, 'DOA'],
    ['Dzierżoniów', 50.728, 16.651, '58-200', 31, 'DDZ'], ['Zgorzelec', 51.150, 15.007, '59-900', 28, 'DZG'],
    ['Kłodzko', 50.438, 16.653, '57-300', 25, 'DKL']
  ],
  wielkopolskie: [
    ['Poznań', 52.408, 16.933, '61-772', 541, 'PO'], ['Kalisz', 51.761, 18.087, '62-800', 95, 'PK'],
    ['Konin', 52.228, 18.254, '62-500', 68, 'PN'], ['Piła', 53.148, 16.739, '64-920', 69, 'PP'],
    ['Ostrów Wielkopolski', 51.649, 17.817, '63-400', 70, 'POS'], ['Gniezno', 52.533, 17.601, '62-200', 65, 'PGN'],
    ['Leszno', 51.843, 16.574, '64-100', 60, 'PL'], ['Swarzędz', 52.410, 17.078, '62-020', 30, 'PZ'],
    ['Śrem', 52.095, 17.021, '63-100', 29, 'PSE'], ['Września', 52.326, 17.565, '62-300', 30, 'PWR'],
    ['Krotoszyn', 51.696, 17.438, '63-700', 28, 'PKR'], ['Jarocin', 51.973, 17.502, '63-200', 26, 'PJA']
  ],
  pomorskie: [
    ['Gdańsk', 54.350, 18.653, '80-831', 487, 'GD'], ['Gdynia', 54.518, 18.535, '81-382', 242, 'GA'],
    ['Słupsk', 54.466, 17.037, '76-200', 87, 'GS'], ['Tczew', 54.088, 18.795, '83-110', 58, 'GTC'],
    ['Wejherowo', 54.602, 18.238, '84-200', 48, 'GWE'], ['Starogard Gdański', 53.968, 18.531, '83-200', 46, 'GST'],
    ['Chojnice', 53.695, 17.563, '89-600', 39, 'GCH'], ['Kwidzyn', 53.736, 18.939, '82-500', 37, 'GKW'],
    ['Malbork', 54.036, 19.029, '82-200', 37, 'GMB'], ['Lębork', 54.544, 17.750, '84-300', 34, 'GLE'],
    ['Kościerzyna', 54.121, 17.978, '83-400', 23, 'GKS'], ['Bytów', 54.169, 17.489, '77-100', 17, 'GBY']
  ],
  łódzkie: [
    ['Łódź', 51.764, 19.463, '90-926', 655, 'EL'], ['Piotrków Trybunalski', 51.411, 19.686, '97-300', 68, 'EP'],
    ['Pabianice', 51.665, 19.359, '95-200', 60, 'EPA'], ['Tomaszów Mazowiecki', 51.530, 20.010, '97-200', 58, 'ETM'],
    ['Bełchatów', 51.363, 19.365, '97-400', 54, 'EBE'], ['Zgierz', 51.856, 19.406, '95-100', 54, 'EZG'],
    ['Skierniewice', 51.959, 20.141, '96-100', 46, 'ES'], ['Radomsko', 51.068, 19.444, '97-500', 43, 'ERA'],
    ['Kutno', 52.234, 19.358, '99-300', 41, 'EKU'], ['Sieradz', 51.596, 18.732, '98-200', 39, 'ESI'],
    ['Łowicz', 52.108, 19.946, '99-400', 26, 'ELC'], ['Wieluń', 51.221, 18.571, '98-300', 21, 'EWI'],
    ['Opoczno', 51.376, 20.283, '26-300', 20, 'EOP']
  ],
  'kujawsko-pomorskie': [
    ['Bydgoszcz', 53.125, 18.001, '85-102', 330, 'CB'], ['Toruń', 53.013, 18.606, '87-100', 196, 'CT'],
    ['Włocławek', 52.657, 19.063, '87-800', 102, 'CW'], ['Grudziądz', 53.488, 18.753, '86-300', 90, 'CG'],
    ['Inowrocław', 52.796, 18.262, '88-100', 69, 'CIN'], ['Brodnica', 53.256, 19.403, '87-300', 28, 'CBR'],
    ['Świecie', 53.409, 18.447, '86-100', 25, 'CSW'], ['Chełmno', 53.351, 18.430, '86-200', 19, 'CCH'],
    ['Nakło nad Notecią', 53.139, 17.605, '89-100', 18, 'CNA'], ['Rypin', 53.066, 19.413, '87-500', 16, 'CRY']
  ],
  zachodniopomorskie: [
    ['Szczecin', 53.432, 14.547, '70-456', 391, 'ZS'], ['Koszalin', 54.190, 16.182, '75-007', 105, 'ZK'],
    ['Stargard', 53.339, 15.041, '73-110', 66, 'ZST'], ['Kołobrzeg', 54.175, 15.575, '78-100', 45, 'ZKL'],
    ['Szczecinek', 53.703, 16.701, '78-400', 39, 'ZSZ'], ['Police', 53.553, 14.572, '72-010', 32, 'ZPL'],
    ['Wałcz', 53.273, 16.468, '78-600', 25, 'ZWA'], ['Białogard', 54.008, 15.986, '78-200', 23, 'ZBI'],
    ['Goleniów', 53.563, 14.830, '72-100', 22, 'ZGL'], ['Gryfino', 53.257, 14.489, '74-100', 21, 'ZGR']
  ],
  'warmińsko-mazurskie': [
    ['Olsztyn', 53.779, 20.480, '10-101', 168, 'NO'], ['Elbląg', 54.161, 19.410, '82-300', 115, 'NE'],
    ['Ełk', 53.823, 22.353, '19-300', 61, 'NEL'], ['Ostróda', 53.699, 19.964, '14-100', 32, 'NOS'],
    ['Iława', 53.590, 19.567, '14-200', 33, 'NIL'], ['Giżycko', 54.040, 21.772, '11-500', 28, 'NGI'],
    ['Kętrzyn', 54.077, 21.375, '11-400', 26, 'NKE'], ['Szczytno', 53.563, 20.995, '12-100', 22, 'NSZ'],
    ['Mrągowo', 53.872, 21.304, '11-700', 21, 'NMR'], ['Działdowo', 53.239, 20.183, '13-200', 20, 'NDZ']
  ],
  podlaskie: [
    ['Białystok', 53.133, 23.163, '15-950', 292, 'BI'], ['Suwałki', 54.102, 22.927, '16-400', 69, 'BS'],
    ['Łomża', 53.179, 22.076, '18-400', 60, 'BL'], ['Augustów', 53.840, 22.988, '16-300', 29, 'BAU'],
    ['Bielsk Podlaski', 52.771, 23.190, '17-100', 24, 'BBI'], ['Zambrów', 52.981, 22.244, '18-300', 21, 'BZA'],
    ['Hajnówka', 52.743, 23.584, '17-200', 19, 'BHA'], ['Sokółka', 53.407, 23.504, '16-100', 18, 'BSK'],
    ['Grajewo', 53.647, 22.455, '19-200', 21, 'BGR']
  ],
  świętokrzyskie: [
    ['Kielce', 50.872, 20.631, '25-303', 183, 'TK'], ['Ostrowiec Świętokrzyski', 50.939, 21.390, '27-400', 64, 'TOS'],
    ['Starachowice', 51.053, 21.070, '27-200', 45, 'TST'], ['Skarżysko-Kamienna', 51.116, 20.880, '26-110', 42, 'TSK'],
    ['Sandomierz', 50.679, 21.749, '27-600', 22, 'TSA'], ['Końskie', 51.192, 20.407, '26-200', 18, 'TKN'],
    ['Busko-Zdrój', 50.469, 20.718, '28-100', 15, 'TBU'], ['Jędrzejów', 50.640, 20.304, '28-300', 14, 'TJE'],
    ['Staszów', 50.564, 21.168, '28-200', 14, 'TSZ']
  ],
  opolskie: [
    ['Opole', 50.669, 17.922, '45-015', 127, 'OP'], ['Kędzierzyn-Koźle', 50.344, 18.207, '47-220', 56, 'OK'],
    ['Nysa', 50.474, 17.333, '48-300', 42, 'ONY'], ['Brzeg', 50.862, 17.470, '49-300', 34, 'OB'],
    ['Kluczbork', 50.973, 18.214, '46-200', 23, 'OKL'], ['Prudnik', 50.321, 17.581, '48-200', 20, 'OPR'],
    ['Strzelce Opolskie', 50.511, 18.301, '47-100', 17, 'OST'], ['Krapkowice', 50.475, 17.967, '47-303', 16, 'OKR']
  ],
  lubuskie: [
    ['Zielona Góra', 51.939, 15.504, '65-424', 140, 'FZ'], ['Gorzów Wielkopolski', 52.732, 15.239, '66-400', 117, 'FG'],
    ['Nowa Sól', 51.806, 15.716, '67-100', 37, 'FNW'], ['Żary', 51.636, 15.138, '68-200', 36, 'FZA'],
    ['Żagań', 51.616, 15.313, '68-100', 24, 'FZG'], ['Świebodzin', 52.248, 15.536, '66-200', 21, 'FSW'],
    ['Międzyrzecz', 52.446, 15.579, '66-300', 17, 'FMI'], ['Słubice', 52.356, 14.566, '69-100', 16, 'FSL']
  ]
}

/** All towns; Chełm, where the business is at home, comes first. */
export const towns: readonly Town[] = (Object.keys(table) as Voivodship[]).flatMap(voivodship =>
  table[voivodship].map(([name, latitude, longitude, postalCode, thousands, plate]) => ({
    name,
    latitude,
    longitude,
    postalCode,
    voivodship,
    thousands,
    plate
  }))
)

/** The town of that name. Throws a RangeError when the table has none. */
export function townNamed(name: string): Town {
  const town = towns.find(each => each.name === name)
  if (!town) throw new RangeError(`No town named ${name}`)
  return town
}

/** Street names that nearly every Polish town has, and those where yards and workshops usually are. */
export const streets = {
  common: [
    'Polna',
    'Leśna',
    'Słoneczna',
    'Krótka',
    'Szkolna',
    'Ogrodowa',
    'Lipowa',
    'Brzozowa',
    'Łąkowa',
    'Kwiatowa',
    'Kościelna',
    'Sosnowa',
    'Zielona',
    'Parkowa',
    'Akacjowa',
    'Kolejowa',
    'Mickiewicza',
    'Sienkiewicza',
    'Kościuszki',
    'Piłsudskiego',
    'Słowackiego',
    'Konopnickiej',
    'Reymonta',
    'Kopernika',
    'Jana Pawła II',
    '3 Maja',
    '11 Listopada',
    'Wojska Polskiego',
    'Warszawska',
    'Lubelska',
    'Krakowska',
    'Poznańska',
    'Gdańska',
    'Wrocławska'
  ],
  trade: [
    'Przemysłowa',
    'Fabryczna',
    'Składowa',
    'Magazynowa',
    'Handlowa',
    'Techniczna',
    'Metalowa',
    'Budowlana',
    'Transportowa',
    'Towarowa',
    'Kolejowa',
    'Torowa',
    'Hutnicza',
    'Rzemieślnicza',
    'Usługowa',
    'Cegielniana',
    'Piaskowa',
    'Żwirowa',
    'Obwodowa',
    'Okrężna'
  ]
} as const
