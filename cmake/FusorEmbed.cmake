# Run as a script: writes the words of a SPIR-V file (SPIRV) as a C array (SYMBOL) into HEADER.
# SPIR-V files are little-endian words here; the array's words are numbers, right on any machine.
file(READ "${SPIRV}" bytes HEX)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${bytes}")
set(line "0x........,")
string(REPEAT "${line}" 8 eight)
string(REGEX REPLACE "(${eight})" "\\1\n    " words "${words}")
string(REPLACE ",0x" ", 0x" words "${words}")
file(WRITE "${HEADER}" "#include <stdint.h>\n\nstatic const uint32_t ${SYMBOL}[] = {\n    ${words}\n};\n")
