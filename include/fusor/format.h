/* fusor/format.h: the image formats that fusor knows, one row each.
 *
 * A row is X(NAME, name, value, block_bytes, block_width, block_height, depth_bytes, stencil_bytes,
 * CLASS). `value` is VkFormat's number (Vulkan 1.3, "Formats"), so a fusor_format can be cast to a
 * VkFormat and back; the Vulkan back end asserts it. `block_bytes` is the memory of one texel block
 * of all aspects; `depth_bytes` and `stencil_bytes` are what one texel of that aspect moves when it
 * is loaded or stored (a 24-bit depth moves 3 bytes, but 4 where the other 8 bits are padding).
 * Both are 0 for colour formats. CLASS is the number class of the components.
 */
#ifndef FUSOR_FORMAT_H
#define FUSOR_FORMAT_H

/* clang-format off */
#define FUSOR_FORMATS(X) \
    X(R4G4_UNORM_PACK8, r4g4_unorm_pack8, 1, 1, 1, 1, 0, 0, UNORM) \
    X(R4G4B4A4_UNORM_PACK16, r4g4b4a4_unorm_pack16, 2, 2, 1, 1, 0, 0, UNORM) \
    X(B4G4R4A4_UNORM_PACK16, b4g4r4a4_unorm_pack16, 3, 2, 1, 1, 0, 0, UNORM) \
    X(R5G6B5_UNORM_PACK16, r5g6b5_unorm_pack16, 4, 2, 1, 1, 0, 0, UNORM) \
    X(B5G6R5_UNORM_PACK16, b5g6r5_unorm_pack16, 5, 2, 1, 1, 0, 0, UNORM) \
    X(R5G5B5A1_UNORM_PACK16, r5g5b5a1_unorm_pack16, 6, 2, 1, 1, 0, 0, UNORM) \
    X(B5G5R5A1_UNORM_PACK16, b5g5r5a1_unorm_pack16, 7, 2, 1, 1, 0, 0, UNORM) \
    X(A1R5G5B5_UNORM_PACK16, a1r5g5b5_unorm_pack16, 8, 2, 1, 1, 0, 0, UNORM) \
    X(R8_UNORM, r8_unorm, 9, 1, 1, 1, 0, 0, UNORM) \
    X(R8_SNORM, r8_snorm, 10, 1, 1, 1, 0, 0, SNORM) \
    X(R8_USCALED, r8_uscaled, 11, 1, 1, 1, 0, 0, USCALED) \
    X(R8_SSCALED, r8_sscaled, 12, 1, 1, 1, 0, 0, SSCALED) \
    X(R8_UINT, r8_uint, 13, 1, 1, 1, 0, 0, UINT) \
    X(R8_SINT, r8_sint, 14, 1, 1, 1, 0, 0, SINT) \
    X(R8_SRGB, r8_srgb, 15, 1, 1, 1, 0, 0, SRGB) \
    X(R8G8_UNORM, r8g8_unorm, 16, 2, 1, 1, 0, 0, UNORM) \
    X(R8G8_SNORM, r8g8_snorm, 17, 2, 1, 1, 0, 0, SNORM) \
    X(R8G8_USCALED, r8g8_uscaled, 18, 2, 1, 1, 0, 0, USCALED) \
    X(R8G8_SSCALED, r8g8_sscaled, 19, 2, 1, 1, 0, 0, SSCALED) \
    X(R8G8_UINT, r8g8_uint, 20, 2, 1, 1, 0, 0, UINT) \
    X(R8G8_SINT, r8g8_sint, 21, 2, 1, 1, 0, 0, SINT) \
    X(R8G8_SRGB, r8g8_srgb, 22, 2, 1, 1, 0, 0, SRGB) \
    X(R8G8B8_UNORM, r8g8b8_unorm, 23, 3, 1, 1, 0, 0, UNORM) \
    X(R8G8B8_SNORM, r8g8b8_snorm, 24, 3, 1, 1, 0, 0, SNORM) \
    X(R8G8B8_USCALED, r8g8b8_uscaled, 25, 3, 1, 1, 0, 0, USCALED) \
    X(R8G8B8_SSCALED, r8g8b8_sscaled, 26, 3, 1, 1, 0, 0, SSCALED) \
    X(R8G8B8_UINT, r8g8b8_uint, 27, 3, 1, 1, 0, 0, UINT) \
    X(R8G8B8_SINT, r8g8b8_sint, 28, 3, 1, 1, 0, 0, SINT) \
    X(R8G8B8_SRGB, r8g8b8_srgb, 29, 3, 1, 1, 0, 0, SRGB) \
    X(B8G8R8_UNORM, b8g8r8_unorm, 30, 3, 1, 1, 0, 0, UNORM) \
    X(B8G8R8_SNORM, b8g8r8_snorm, 31, 3, 1, 1, 0, 0, SNORM) \
    X(B8G8R8_USCALED, b8g8r8_uscaled, 32, 3, 1, 1, 0, 0, USCALED) \
    X(B8G8R8_SSCALED, b8g8r8_sscaled, 33, 3, 1, 1, 0, 0, SSCALED) \
    X(B8G8R8_UINT, b8g8r8_uint, 34, 3, 1, 1, 0, 0, UINT) \
    X(B8G8R8_SINT, b8g8r8_sint, 35, 3, 1, 1, 0, 0, SINT) \
    X(B8G8R8_SRGB, b8g8r8_srgb, 36, 3, 1, 1, 0, 0, SRGB) \
    X(R8G8B8A8_UNORM, r8g8b8a8_unorm, 37, 4, 1, 1, 0, 0, UNORM) \
    X(R8G8B8A8_SNORM, r8g8b8a8_snorm, 38, 4, 1, 1, 0, 0, SNORM) \
    X(R8G8B8A8_USCALED, r8g8b8a8_uscaled, 39, 4, 1, 1, 0, 0, USCALED) \
    X(R8G8B8A8_SSCALED, r8g8b8a8_sscaled, 40, 4, 1, 1, 0, 0, SSCALED) \
    X(R8G8B8A8_UINT, r8g8b8a8_uint, 41, 4, 1, 1, 0, 0, UINT) \
    X(R8G8B8A8_SINT, r8g8b8a8_sint, 42, 4, 1, 1, 0, 0, SINT) \
    X(R8G8B8A8_SRGB, r8g8b8a8_srgb, 43, 4, 1, 1, 0, 0, SRGB) \
    X(B8G8R8A8_UNORM, b8g8r8a8_unorm, 44, 4, 1, 1, 0, 0, UNORM) \
    X(B8G8R8A8_SNORM, b8g8r8a8_snorm, 45, 4, 1, 1, 0, 0, SNORM) \
    X(B8G8R8A8_USCALED, b8g8r8a8_uscaled, 46, 4, 1, 1, 0, 0, USCALED) \
    X(B8G8R8A8_SSCALED, b8g8r8a8_sscaled, 47, 4, 1, 1, 0, 0, SSCALED) \
    X(B8G8R8A8_UINT, b8g8r8a8_uint, 48, 4, 1, 1, 0, 0, UINT) \
    X(B8G8R8A8_SINT, b8g8r8a8_sint, 49, 4, 1, 1, 0, 0, SINT) \
    X(B8G8R8A8_SRGB, b8g8r8a8_srgb, 50, 4, 1, 1, 0, 0, SRGB) \
    X(A8B8G8R8_UNORM_PACK32, a8b8g8r8_unorm_pack32, 51, 4, 1, 1, 0, 0, UNORM) \
    X(A8B8G8R8_SNORM_PACK32, a8b8g8r8_snorm_pack32, 52, 4, 1, 1, 0, 0, SNORM) \
    X(A8B8G8R8_USCALED_PACK32, a8b8g8r8_uscaled_pack32, 53, 4, 1, 1, 0, 0, USCALED) \
    X(A8B8G8R8_SSCALED_PACK32, a8b8g8r8_sscaled_pack32, 54, 4, 1, 1, 0, 0, SSCALED) \
    X(A8B8G8R8_UINT_PACK32, a8b8g8r8_uint_pack32, 55, 4, 1, 1, 0, 0, UINT) \
    X(A8B8G8R8_SINT_PACK32, a8b8g8r8_sint_pack32, 56, 4, 1, 1, 0, 0, SINT) \
    X(A8B8G8R8_SRGB_PACK32, a8b8g8r8_srgb_pack32, 57, 4, 1, 1, 0, 0, SRGB) \
    X(A2R10G10B10_UNORM_PACK32, a2r10g10b10_unorm_pack32, 58, 4, 1, 1, 0, 0, UNORM) \
    X(A2R10G10B10_SNORM_PACK32, a2r10g10b10_snorm_pack32, 59, 4, 1, 1, 0, 0, SNORM) \
    X(A2R10G10B10_USCALED_PACK32, a2r10g10b10_uscaled_pack32, 60, 4, 1, 1, 0, 0, USCALED) \
    X(A2R10G10B10_SSCALED_PACK32, a2r10g10b10_sscaled_pack32, 61, 4, 1, 1, 0, 0, SSCALED) \
    X(A2R10G10B10_UINT_PACK32, a2r10g10b10_uint_pack32, 62, 4, 1, 1, 0, 0, UINT) \
    X(A2R10G10B10_SINT_PACK32, a2r10g10b10_sint_pack32, 63, 4, 1, 1, 0, 0, SINT) \
    X(A2B10G10R10_UNORM_PACK32, a2b10g10r10_unorm_pack32, 64, 4, 1, 1, 0, 0, UNORM) \
    X(A2B10G10R10_SNORM_PACK32, a2b10g10r10_snorm_pack32, 65, 4, 1, 1, 0, 0, SNORM) \
    X(A2B10G10R10_USCALED_PACK32, a2b10g10r10_uscaled_pack32, 66, 4, 1, 1, 0, 0, USCALED) \
    X(A2B10G10R10_SSCALED_PACK32, a2b10g10r10_sscaled_pack32, 67, 4, 1, 1, 0, 0, SSCALED) \
    X(A2B10G10R10_UINT_PACK32, a2b10g10r10_uint_pack32, 68, 4, 1, 1, 0, 0, UINT) \
    X(A2B10G10R10_SINT_PACK32, a2b10g10r10_sint_pack32, 69, 4, 1, 1, 0, 0, SINT) \
    X(R16_UNORM, r16_unorm, 70, 2, 1, 1, 0, 0, UNORM) \
    X(R16_SNORM, r16_snorm, 71, 2, 1, 1, 0, 0, SNORM) \
    X(R16_USCALED, r16_uscaled, 72, 2, 1, 1, 0, 0, USCALED) \
    X(R16_SSCALED, r16_sscaled, 73, 2, 1, 1, 0, 0, SSCALED) \
    X(R16_UINT, r16_uint, 74, 2, 1, 1, 0, 0, UINT) \
    X(R16_SINT, r16_sint, 75, 2, 1, 1, 0, 0, SINT) \
    X(R16_SFLOAT, r16_sfloat, 76, 2, 1, 1, 0, 0, SFLOAT) \
    X(R16G16_UNORM, r16g16_unorm, 77, 4, 1, 1, 0, 0, UNORM) \
    X(R16G16_SNORM, r16g16_snorm, 78, 4, 1, 1, 0, 0, SNORM) \
    X(R16G16_USCALED, r16g16_uscaled, 79, 4, 1, 1, 0, 0, USCALED) \
    X(R16G16_SSCALED, r16g16_sscaled, 80, 4, 1, 1, 0, 0, SSCALED) \
    X(R16G16_UINT, r16g16_uint, 81, 4, 1, 1, 0, 0, UINT) \
    X(R16G16_SINT, r16g16_sint, 82, 4, 1, 1, 0, 0, SINT) \
    X(R16G16_SFLOAT, r16g16_sfloat, 83, 4, 1, 1, 0, 0, SFLOAT) \
    X(R16G16B16_UNORM, r16g16b16_unorm, 84, 6, 1, 1, 0, 0, UNORM) \
    X(R16G16B16_SNORM, r16g16b16_snorm, 85, 6, 1, 1, 0, 0, SNORM) \
    X(R16G16B16_USCALED, r16g16b16_uscaled, 86, 6, 1, 1, 0, 0, USCALED) \
    X(R16G16B16_SSCALED, r16g16b16_sscaled, 87, 6, 1, 1, 0, 0, SSCALED) \
    X(R16G16B16_UINT, r16g16b16_uint, 88, 6, 1, 1, 0, 0, UINT) \
    X(R16G16B16_SINT, r16g16b16_sint, 89, 6, 1, 1, 0, 0, SINT) \
    X(R16G16B16_SFLOAT, r16g16b16_sfloat, 90, 6, 1, 1, 0, 0, SFLOAT) \
    X(R16G16B16A16_UNORM, r16g16b16a16_unorm, 91, 8, 1, 1, 0, 0, UNORM) \
    X(R16G16B16A16_SNORM, r16g16b16a16_snorm, 92, 8, 1, 1, 0, 0, SNORM) \
    X(R16G16B16A16_USCALED, r16g16b16a16_uscaled, 93, 8, 1, 1, 0, 0, USCALED) \
    X(R16G16B16A16_SSCALED, r16g16b16a16_sscaled, 94, 8, 1, 1, 0, 0, SSCALED) \
    X(R16G16B16A16_UINT, r16g16b16a16_uint, 95, 8, 1, 1, 0, 0, UINT) \
    X(R16G16B16A16_SINT, r16g16b16a16_sint, 96, 8, 1, 1, 0, 0, SINT) \
    X(R16G16B16A16_SFLOAT, r16g16b16a16_sfloat, 97, 8, 1, 1, 0, 0, SFLOAT) \
    X(R32_UINT, r32_uint, 98, 4, 1, 1, 0, 0, UINT) \
    X(R32_SINT, r32_sint, 99, 4, 1, 1, 0, 0, SINT) \
    X(R32_SFLOAT, r32_sfloat, 100, 4, 1, 1, 0, 0, SFLOAT) \
    X(R32G32_UINT, r32g32_uint, 101, 8, 1, 1, 0, 0, UINT) \
    X(R32G32_SINT, r32g32_sint, 102, 8, 1, 1, 0, 0, SINT) \
    X(R32G32_SFLOAT, r32g32_sfloat, 103, 8, 1, 1, 0, 0, SFLOAT) \
    X(R32G32B32_UINT, r32g32b32_uint, 104, 12, 1, 1, 0, 0, UINT) \
    X(R32G32B32_SINT, r32g32b32_sint, 105, 12, 1, 1, 0, 0, SINT) \
    X(R32G32B32_SFLOAT, r32g32b32_sfloat, 106, 12, 1, 1, 0, 0, SFLOAT) \
    X(R32G32B32A32_UINT, r32g32b32a32_uint, 107, 16, 1, 1, 0, 0, UINT) \
    X(R32G32B32A32_SINT, r32g32b32a32_sint, 108, 16, 1, 1, 0, 0, SINT) \
    X(R32G32B32A32_SFLOAT, r32g32b32a32_sfloat, 109, 16, 1, 1, 0, 0, SFLOAT) \
    X(R64_UINT, r64_uint, 110, 8, 1, 1, 0, 0, UINT) \
    X(R64_SINT, r64_sint, 111, 8, 1, 1, 0, 0, SINT) \
    X(R64_SFLOAT, r64_sfloat, 112, 8, 1, 1, 0, 0, SFLOAT) \
    X(R64G64_UINT, r64g64_uint, 113, 16, 1, 1, 0, 0, UINT) \
    X(R64G64_SINT, r64g64_sint, 114, 16, 1, 1, 0, 0, SINT) \
    X(R64G64_SFLOAT, r64g64_sfloat, 115, 16, 1, 1, 0, 0, SFLOAT) \
    X(R64G64B64_UINT, r64g64b64_uint, 116, 24, 1, 1, 0, 0, UINT) \
    X(R64G64B64_SINT, r64g64b64_sint, 117, 24, 1, 1, 0, 0, SINT) \
    X(R64G64B64_SFLOAT, r64g64b64_sfloat, 118, 24, 1, 1, 0, 0, SFLOAT) \
    X(R64G64B64A64_UINT, r64g64b64a64_uint, 119, 32, 1, 1, 0, 0, UINT) \
    X(R64G64B64A64_SINT, r64g64b64a64_sint, 120, 32, 1, 1, 0, 0, SINT) \
    X(R64G64B64A64_SFLOAT, r64g64b64a64_sfloat, 121, 32, 1, 1, 0, 0, SFLOAT) \
    X(B10G11R11_UFLOAT_PACK32, b10g11r11_ufloat_pack32, 122, 4, 1, 1, 0, 0, UFLOAT) \
    X(E5B9G9R9_UFLOAT_PACK32, e5b9g9r9_ufloat_pack32, 123, 4, 1, 1, 0, 0, UFLOAT) \
    X(D16_UNORM, d16_unorm, 124, 2, 1, 1, 2, 0, DEPTH_STENCIL) \
    X(X8_D24_UNORM_PACK32, x8_d24_unorm_pack32, 125, 4, 1, 1, 4, 0, DEPTH_STENCIL) \
    X(D32_SFLOAT, d32_sfloat, 126, 4, 1, 1, 4, 0, DEPTH_STENCIL) \
    X(S8_UINT, s8_uint, 127, 1, 1, 1, 0, 1, DEPTH_STENCIL) \
    X(D16_UNORM_S8_UINT, d16_unorm_s8_uint, 128, 3, 1, 1, 2, 1, DEPTH_STENCIL) \
    X(D24_UNORM_S8_UINT, d24_unorm_s8_uint, 129, 4, 1, 1, 3, 1, DEPTH_STENCIL) \
    X(D32_SFLOAT_S8_UINT, d32_sfloat_s8_uint, 130, 5, 1, 1, 4, 1, DEPTH_STENCIL) \
    X(BC1_RGB_UNORM_BLOCK, bc1_rgb_unorm_block, 131, 8, 4, 4, 0, 0, UNORM) \
    X(BC1_RGB_SRGB_BLOCK, bc1_rgb_srgb_block, 132, 8, 4, 4, 0, 0, SRGB) \
    X(BC1_RGBA_UNORM_BLOCK, bc1_rgba_unorm_block, 133, 8, 4, 4, 0, 0, UNORM) \
    X(BC1_RGBA_SRGB_BLOCK, bc1_rgba_srgb_block, 134, 8, 4, 4, 0, 0, SRGB) \
    X(BC2_UNORM_BLOCK, bc2_unorm_block, 135, 16, 4, 4, 0, 0, UNORM) \
    X(BC2_SRGB_BLOCK, bc2_srgb_block, 136, 16, 4, 4, 0, 0, SRGB) \
    X(BC3_UNORM_BLOCK, bc3_unorm_block, 137, 16, 4, 4, 0, 0, UNORM) \
    X(BC3_SRGB_BLOCK, bc3_srgb_block, 138, 16, 4, 4, 0, 0, SRGB) \
    X(BC4_UNORM_BLOCK, bc4_unorm_block, 139, 8, 4, 4, 0, 0, UNORM) \
    X(BC4_SNORM_BLOCK, bc4_snorm_block, 140, 8, 4, 4, 0, 0, SNORM) \
    X(BC5_UNORM_BLOCK, bc5_unorm_block, 141, 16, 4, 4, 0, 0, UNORM) \
    X(BC5_SNORM_BLOCK, bc5_snorm_block, 142, 16, 4, 4, 0, 0, SNORM) \
    X(BC6H_UFLOAT_BLOCK, bc6h_ufloat_block, 143, 16, 4, 4, 0, 0, UFLOAT) \
    X(BC6H_SFLOAT_BLOCK, bc6h_sfloat_block, 144, 16, 4, 4, 0, 0, SFLOAT) \
    X(BC7_UNORM_BLOCK, bc7_unorm_block, 145, 16, 4, 4, 0, 0, UNORM) \
    X(BC7_SRGB_BLOCK, bc7_srgb_block, 146, 16, 4, 4, 0, 0, SRGB) \
    X(ETC2_R8G8B8_UNORM_BLOCK, etc2_r8g8b8_unorm_block, 147, 8, 4, 4, 0, 0, UNORM) \
    X(ETC2_R8G8B8_SRGB_BLOCK, etc2_r8g8b8_srgb_block, 148, 8, 4, 4, 0, 0, SRGB) \
    X(ETC2_R8G8B8A1_UNORM_BLOCK, etc2_r8g8b8a1_unorm_block, 149, 8, 4, 4, 0, 0, UNORM) \
    X(ETC2_R8G8B8A1_SRGB_BLOCK, etc2_r8g8b8a1_srgb_block, 150, 8, 4, 4, 0, 0, SRGB) \
    X(ETC2_R8G8B8A8_UNORM_BLOCK, etc2_r8g8b8a8_unorm_block, 151, 16, 4, 4, 0, 0, UNORM) \
    X(ETC2_R8G8B8A8_SRGB_BLOCK, etc2_r8g8b8a8_srgb_block, 152, 16, 4, 4, 0, 0, SRGB) \
    X(EAC_R11_UNORM_BLOCK, eac_r11_unorm_block, 153, 8, 4, 4, 0, 0, UNORM) \
    X(EAC_R11_SNORM_BLOCK, eac_r11_snorm_block, 154, 8, 4, 4, 0, 0, SNORM) \
    X(EAC_R11G11_UNORM_BLOCK, eac_r11g11_unorm_block, 155, 16, 4, 4, 0, 0, UNORM) \
    X(EAC_R11G11_SNORM_BLOCK, eac_r11g11_snorm_block, 156, 16, 4, 4, 0, 0, SNORM) \
    X(ASTC_4X4_UNORM_BLOCK, astc_4x4_unorm_block, 157, 16, 4, 4, 0, 0, UNORM) \
    X(ASTC_4X4_SRGB_BLOCK, astc_4x4_srgb_block, 158, 16, 4, 4, 0, 0, SRGB) \
    X(ASTC_5X4_UNORM_BLOCK, astc_5x4_unorm_block, 159, 16, 5, 4, 0, 0, UNORM) \
    X(ASTC_5X4_SRGB_BLOCK, astc_5x4_srgb_block, 160, 16, 5, 4, 0, 0, SRGB) \
    X(ASTC_5X5_UNORM_BLOCK, astc_5x5_unorm_block, 161, 16, 5, 5, 0, 0, UNORM) \
    X(ASTC_5X5_SRGB_BLOCK, astc_5x5_srgb_block, 162, 16, 5, 5, 0, 0, SRGB) \
    X(ASTC_6X5_UNORM_BLOCK, astc_6x5_unorm_block, 163, 16, 6, 5, 0, 0, UNORM) \
    X(ASTC_6X5_SRGB_BLOCK, astc_6x5_srgb_block, 164, 16, 6, 5, 0, 0, SRGB) \
    X(ASTC_6X6_UNORM_BLOCK, astc_6x6_unorm_block, 165, 16, 6, 6, 0, 0, UNORM) \
    X(ASTC_6X6_SRGB_BLOCK, astc_6x6_srgb_block, 166, 16, 6, 6, 0, 0, SRGB) \
    X(ASTC_8X5_UNORM_BLOCK, astc_8x5_unorm_block, 167, 16, 8, 5, 0, 0, UNORM) \
    X(ASTC_8X5_SRGB_BLOCK, astc_8x5_srgb_block, 168, 16, 8, 5, 0, 0, SRGB) \
    X(ASTC_8X6_UNORM_BLOCK, astc_8x6_unorm_block, 169, 16, 8, 6, 0, 0, UNORM) \
    X(ASTC_8X6_SRGB_BLOCK, astc_8x6_srgb_block, 170, 16, 8, 6, 0, 0, SRGB) \
    X(ASTC_8X8_UNORM_BLOCK, astc_8x8_unorm_block, 171, 16, 8, 8, 0, 0, UNORM) \
    X(ASTC_8X8_SRGB_BLOCK, astc_8x8_srgb_block, 172, 16, 8, 8, 0, 0, SRGB) \
    X(ASTC_10X5_UNORM_BLOCK, astc_10x5_unorm_block, 173, 16, 10, 5, 0, 0, UNORM) \
    X(ASTC_10X5_SRGB_BLOCK, astc_10x5_srgb_block, 174, 16, 10, 5, 0, 0, SRGB) \
    X(ASTC_10X6_UNORM_BLOCK, astc_10x6_unorm_block, 175, 16, 10, 6, 0, 0, UNORM) \
    X(ASTC_10X6_SRGB_BLOCK, astc_10x6_srgb_block, 176, 16, 10, 6, 0, 0, SRGB) \
    X(ASTC_10X8_UNORM_BLOCK, astc_10x8_unorm_block, 177, 16, 10, 8, 0, 0, UNORM) \
    X(ASTC_10X8_SRGB_BLOCK, astc_10x8_srgb_block, 178, 16, 10, 8, 0, 0, SRGB) \
    X(ASTC_10X10_UNORM_BLOCK, astc_10x10_unorm_block, 179, 16, 10, 10, 0, 0, UNORM) \
    X(ASTC_10X10_SRGB_BLOCK, astc_10x10_srgb_block, 180, 16, 10, 10, 0, 0, SRGB) \
    X(ASTC_12X10_UNORM_BLOCK, astc_12x10_unorm_block, 181, 16, 12, 10, 0, 0, UNORM) \
    X(ASTC_12X10_SRGB_BLOCK, astc_12x10_srgb_block, 182, 16, 12, 10, 0, 0, SRGB) \
    X(ASTC_12X12_UNORM_BLOCK, astc_12x12_unorm_block, 183, 16, 12, 12, 0, 0, UNORM) \
    X(ASTC_12X12_SRGB_BLOCK, astc_12x12_srgb_block, 184, 16, 12, 12, 0, 0, SRGB) \
    X(A4R4G4B4_UNORM_PACK16, a4r4g4b4_unorm_pack16, 1000340000, 2, 1, 1, 0, 0, UNORM) \
    X(A4B4G4R4_UNORM_PACK16, a4b4g4r4_unorm_pack16, 1000340001, 2, 1, 1, 0, 0, UNORM) \
    X(ASTC_4X4_SFLOAT_BLOCK, astc_4x4_sfloat_block, 1000066000, 16, 4, 4, 0, 0, SFLOAT) \
    X(ASTC_5X4_SFLOAT_BLOCK, astc_5x4_sfloat_block, 1000066001, 16, 5, 4, 0, 0, SFLOAT) \
    X(ASTC_5X5_SFLOAT_BLOCK, astc_5x5_sfloat_block, 1000066002, 16, 5, 5, 0, 0, SFLOAT) \
    X(ASTC_6X5_SFLOAT_BLOCK, astc_6x5_sfloat_block, 1000066003, 16, 6, 5, 0, 0, SFLOAT) \
    X(ASTC_6X6_SFLOAT_BLOCK, astc_6x6_sfloat_block, 1000066004, 16, 6, 6, 0, 0, SFLOAT) \
    X(ASTC_8X5_SFLOAT_BLOCK, astc_8x5_sfloat_block, 1000066005, 16, 8, 5, 0, 0, SFLOAT) \
    X(ASTC_8X6_SFLOAT_BLOCK, astc_8x6_sfloat_block, 1000066006, 16, 8, 6, 0, 0, SFLOAT) \
    X(ASTC_8X8_SFLOAT_BLOCK, astc_8x8_sfloat_block, 1000066007, 16, 8, 8, 0, 0, SFLOAT) \
    X(ASTC_10X5_SFLOAT_BLOCK, astc_10x5_sfloat_block, 1000066008, 16, 10, 5, 0, 0, SFLOAT) \
    X(ASTC_10X6_SFLOAT_BLOCK, astc_10x6_sfloat_block, 1000066009, 16, 10, 6, 0, 0, SFLOAT) \
    X(ASTC_10X8_SFLOAT_BLOCK, astc_10x8_sfloat_block, 1000066010, 16, 10, 8, 0, 0, SFLOAT) \
    X(ASTC_10X10_SFLOAT_BLOCK, astc_10x10_sfloat_block, 1000066011, 16, 10, 10, 0, 0, SFLOAT) \
    X(ASTC_12X10_SFLOAT_BLOCK, astc_12x10_sfloat_block, 1000066012, 16, 12, 10, 0, 0, SFLOAT) \
    X(ASTC_12X12_SFLOAT_BLOCK, astc_12x12_sfloat_block, 1000066013, 16, 12, 12, 0, 0, SFLOAT)
/* clang-format on */

typedef enum fusor_format {
    FUSOR_FORMAT_UNDEFINED = 0,
#define FUSOR_FORMAT_ROW(NAME, name, value, ...) FUSOR_FORMAT_##NAME = value,
    FUSOR_FORMATS(FUSOR_FORMAT_ROW)
#undef FUSOR_FORMAT_ROW
} fusor_format;

typedef enum fusor_format_class {
    FUSOR_FORMAT_CLASS_UNORM,
    FUSOR_FORMAT_CLASS_SNORM,
    FUSOR_FORMAT_CLASS_USCALED,
    FUSOR_FORMAT_CLASS_SSCALED,
    FUSOR_FORMAT_CLASS_UINT,
    FUSOR_FORMAT_CLASS_SINT,
    FUSOR_FORMAT_CLASS_UFLOAT,
    FUSOR_FORMAT_CLASS_SFLOAT,
    FUSOR_FORMAT_CLASS_SRGB,
    FUSOR_FORMAT_CLASS_DEPTH_STENCIL
} fusor_format_class;

#endif
