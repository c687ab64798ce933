"""The same rows as report.ts by xlsxwriter in constant memory: python report_rows.py <rows> <file>. Prints rows/s and peak kB."""
import datetime
import resource
import sys
import time

import xlsxwriter

rows, file = int(sys.argv[1]), sys.argv[2]
began = time.perf_counter()
book = xlsxwriter.Workbook(file, {"constant_memory": True})
sheet = book.add_worksheet("Bench")
day = book.add_format({"num_format": "dd.mm.yyyy"})
money = book.add_format({"num_format": "#,##0.00"})
first = datetime.date(2024, 1, 1)
for n in range(1, rows + 1):
    sheet.write_string(n, 0, f"Z/2026/{n:07d}")
    sheet.write_string(n, 1, f"Wulkanizacja Kowalski sp. z o.o. {n % 997}")
    sheet.write_string(n, 2, f"Chełm, Hutnicza {n % 211}")
    sheet.write_string(n, 3, "Pojazd")
    sheet.write_string(n, 4, "Zestaw 24 t")
    sheet.write_datetime(n, 5, first + datetime.timedelta(n % 900), day)
    sheet.write_datetime(n, 6, first + datetime.timedelta(n % 900 + 2), day)
    sheet.write_number(n, 7, n % 5000 + 0.55, money)
    sheet.write_number(n, 8, n % 5000 * 1.08, money)
    sheet.write_number(n, 9, n % 50)
    sheet.write_string(n, 10, f"LUB {n % 9999}")
    if n % 3 == 0:
        sheet.write_string(n, 11, f"=1+{n}")
book.close()
print(rows / (time.perf_counter() - began), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
